import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { GrowthSessionState } from '#shared/growth';
import { type ApiAnswer, askApi, type Failure } from '../api/growth-api.ts';
import { CHANNEL } from '../session/use-session.ts';

/** The person or the device said no. */
const UNUSED: Failure = { ok: false, why: 'failed' };

/** Signs in with a passkey of this browser, or again as who is signed in. */
export async function signInByPasskey(): Promise<ApiAnswer<GrowthSessionState>> {
  const asked = await askApi<PublicKeyCredentialRequestOptionsJSON>('session/challenge', {
    method: 'POST',
  });
  if (!asked.ok) return asked;
  const passkey = await startAuthentication({ optionsJSON: asked.data }).catch(() => null);
  return passkey === null ? UNUSED : askApi('session', { method: 'POST', body: { passkey } });
}

/** Returns whether the person has used the passkey again. */
export async function provePasskey(): Promise<boolean> {
  const { ok } = await signInByPasskey();
  if (ok) {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage('signed in');
    channel.close();
  }
  return ok;
}

/** Registers a passkey, for whom a link names, or for who is signed in. */
export async function registerPasskey<Data>(name: string, link?: string): Promise<ApiAnswer<Data>> {
  const asked = await askApi<PublicKeyCredentialCreationOptionsJSON>('passkeys/challenge', {
    method: 'POST',
    body: { link },
  });
  if (!asked.ok) return asked;
  const passkey = await startRegistration({ optionsJSON: asked.data }).catch(() => null);
  if (passkey === null) return UNUSED;
  return askApi('passkeys', { method: 'POST', body: { link, name, passkey } });
}
