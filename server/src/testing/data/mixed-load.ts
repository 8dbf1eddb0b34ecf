import { newId, postJson } from './visitor.ts';

const KEY = { apikey: 'public-anon-key' };

/** What one event of this person is sent in. */
export function envelopeOf(consentId: string, id: string) {
  const at = new Date().toISOString();
  const event = { id, name: 'scroll', timestamp: at, properties: { percent_scrolled: 25 } };
  return { consentId, sessionId: consentId, sentAt: at, events: [event] };
}

/** Signs up and sends events, so many at once and without a pause, until the server is gone or it is told to stop. */
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
    /** What was acknowledged until now. */
    acknowledged: { signups, events },
    ended,
    stop() {
      isStopped = true;
      return ended;
    },
  };
}
