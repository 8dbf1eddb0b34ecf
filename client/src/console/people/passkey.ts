import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { GrowthSessionState } from '#shared/growth';
import { openChannel } from '../../ui/open-channel.ts';
import { type ApiAnswer, askApi } from '../api/growth-api.ts';
import { CHANNEL } from '../session/use-session.ts';

/** Signs in with a passkey of this browser, or again as who is signed in. */
export const signInByPasskey = () =>
  answer({}, async (optionsJSON: PublicKeyCredentialRequestOptionsJSON) => ({
    passkey: await startAuthentication({ optionsJSON }),
  }));

/** Registers a passkey for whom a link was made. */
export const registerPasskey = (name: string, link: string) =>
  answer({ link }, async (optionsJSON: PublicKeyCredentialCreationOptionsJSON) => ({
    ...{ link, name },
    newPasskey: await startRegistration({ optionsJSON }),
  }));

/** Asks for a challenge and answers it, which opens a session. `invalid` without issues: the person or the device said no. */
async function answer<Options>(
  question: { link?: string },
  start: (options: Options) => Promise<object>,
): Promise<ApiAnswer<GrowthSessionState>> {
  const asked = await askApi<Options>('session/challenge', { method: 'POST', body: question });
  if (!asked.ok) return asked;
  const body = await start(asked.data).catch(() => null);
  if (body === null) return { ok: false, why: 'invalid', issues: [] };
  const entered = await askApi<GrowthSessionState>('session', { method: 'POST', body });
  // Another tab than that of the form has the session, too, and this one may have been signed in.
  if (entered.ok) {
    const channel = openChannel(CHANNEL);
    channel?.postMessage('signed in');
    channel?.close();
  }
  return entered;
}
