import { expect } from '@playwright/test';
import { openMailServer } from '../server/src/testing/programs/mail-server.ts';
import type { Site } from './built-site.ts';

/** Lets the site send its mail to a real mail server. */
export async function openMail(site: Site) {
  const mail = await openMailServer();
  await site.restart({ SMTP_URL: mail.url });
  /** Returns the text of the latest message, with the links on this site. */
  const message = async (count = 1) => {
    await expect.poll(() => mail.mailbox.length).toBe(count);
    return mail.mailbox.at(-1)?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
  };
  const pathTo = async (page: 'confirm' | 'leave' | 'invitation', count?: number) =>
    new RegExp(`(?:/[a-z-]+)?/${page}\\?token=[\\w-]{22}`).exec(await message(count))?.[0] ?? '';
  const confirmed = () =>
    site.query<{ at: number | null }>('SELECT confirmed_at AS at FROM notifyme_signups');
  return { ...mail, message, pathTo, confirmed };
}
