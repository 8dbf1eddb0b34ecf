import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { GrowthSessionState } from '#shared/growth';
import { type ApiAnswer, askApi } from '../api/growth-api.ts';
import { CHANNEL } from '../session/use-session.ts';

/** Signs in with a passkey of this browser, or again as who is signed in. */
export const signInByPasskey = () =>
  answer('session', {}, (optionsJSON: PublicKeyCredentialRequestOptionsJSON) =>
    startAuthentication({ optionsJSON }),
  );

/** Registers a passkey, for whom a link names, or for who is signed in. */
export const registerPasskey = (name: string, link?: string) =>
  answer('passkeys', { name, link }, (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
    startRegistration({ optionsJSON }),
  );

/** Asks a route for a challenge and answers it, which opens a session. `invalid` without issues: the person or the device said no. */
async function answer<Options>(
  route: string,
  { name, link }: { name?: string; link?: string | undefined },
  start: (options: Options) => Promise<object>,
): Promise<ApiAnswer<GrowthSessionState>> {
  const asked = await askApi<Options>(`${route}/challenge`, { method: 'POST', body: { link } });
  if (!asked.ok) return asked;
  const passkey = await start(asked.data).catch(() => null);
  if (passkey === null) return { ok: false, why: 'invalid', issues: [] };
  const body = { name, link, passkey };
  const entered = await askApi<GrowthSessionState>(route, { method: 'POST', body });
  // Another tab than that of the form has the session, too, and this one may have been signed in.
  if (entered.ok) {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage('signed in');
    channel.close();
  }
  return entered;
}
