import type { AppDeps } from '../../create-app.ts';
import type { ConfirmationRequest } from '../../store/mail-store.ts';
import { newRequest } from '../../store/testing/store-contract-data.ts';

/** A place for mail in a test application: it sends nothing, and keeps what it was asked for. */
export function createAskingMail(clock: { now: number }) {
  const requests: ConfirmationRequest[] = [];
  const mail: AppDeps['mail'] = {
    newRequest() {
      const request = newRequest({ at: clock.now });
      requests.push(request);
      return request;
    },
    wake: () => {},
    status: () => ({ state: 'idle', reason: null }),
    preview: async (words, language) => ({
      language: words[language] ? language : 'en',
      subject: words[language]?.subject ?? words.en?.subject ?? '',
      text: words[language]?.text ?? words.en?.text ?? '',
      html: '',
    }),
    sendPreview: async (_, to) => (to.includes('@') ? { outcome: 'sent', reply: '250' } : null),
  };
  return { mail, requests };
}
