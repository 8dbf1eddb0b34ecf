import { newId, postJson } from './visitor.ts';

const KEY = { apikey: 'public-anon-key' };

/** Returns the envelope that one event of this person is sent in. */
export function envelopeOf(consentId: string, id: string) {
  const at = new Date().toISOString();
  const event = { id, name: 'scroll', timestamp: at, properties: { percent_scrolled: 25 } };
  return { consentId, sessionId: consentId, sentAt: at, events: [event] };
}

/**
 * Signs up and sends events with this many parallel clients, without a pause, until the server stops or the load is
 * told to.
 */
export function startMixedLoad(url: string, consentId: string, clients: number) {
  const signups: string[] = [];
  const events: string[] = [];
  let isStopped = false;

  async function sendOn() {
    while (!isStopped) {
      const [email, id] = [`${newId()}@example.org`, newId()];
      try {
        const row = { name: 'Jane', email, signup_type: 'notifyme' };
        const signup = await postJson(`${url}/rest/v1/notifyme_signups`, row, KEY);
        if (signup.status === 201) signups.push(email);
        const event = await postJson(`${url}/api/events`, envelopeOf(consentId, id));
        if (event.status === 200) events.push(id);
      } catch {
        return; // refused or reset: nothing was acknowledged
      }
    }
  }

  const ended = Promise.all(Array.from({ length: clients }, sendOn));
  return {
    /** What the server has acknowledged so far. */
    acknowledged: { signups, events },
    ended,
    stop() {
      isStopped = true;
      return ended;
    },
  };
}
