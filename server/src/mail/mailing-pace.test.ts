import { expect, test, vi } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { NOON, newRequest, signup } from '../store/testing/store-contract-data.ts';
import { start } from '../store/testing/store-contract-list.ts';
import { rounds } from '../testing/rounds.ts';
import { openSendingSite, SOON } from '../testing/sites/sending-site.ts';

const PEOPLE = rounds(40, 2_000);
const HOURLY = rounds(40, 200);
const MINUTE_MS = 60_000;
/** A mailing stops at half of the hour, counting all mail. */
const SIGNUP_EVERY_MS = HOUR_MS / (HOURLY / 4);

test(`while a mailing to ${PEOPLE} leaves at ${HOURLY} an hour, no confirmation waits for a minute`, async () => {
  const { store, mail, clock, mailbox, signUp } = await openSendingSite({ mailHourly: HOURLY });
  for (let count = 0; count < PEOPLE; count++) {
    const request = newRequest();
    await store.insertSignup(signup({ email: `p${count}@a.example` }), request);
    await store.confirmSignup(request.token, NOON);
  }
  const { id, started } = await start(store, PEOPLE);
  expect(started).toEqual({ outcome: 'started' });
  const rests = () =>
    vi.waitFor(
      () =>
        expect([clock.timers(), mail.status().state]).toEqual([
          1,
          expect.stringMatching(/idle|limited/),
        ]),
      { ...SOON, interval: 1 },
    );
  const times: number[] = [];
  const delays: number[] = [];
  const look = () => {
    while (times.length < mailbox.length) times.push(clock.now());
  };
  mail.wake();
  for (let next = 0; (await store.readMailing(id))?.state === 'sending'; next++) {
    const email = `new${next}@b.example`;
    const asked = clock.now();
    await signUp(email);
    while (!mailbox.some(({ to }) => to === email)) {
      expect(clock.now() - asked).toBeLessThan(MINUTE_MS);
      clock.advance(1_000);
      await rests();
      look();
    }
    delays.push(clock.now() - asked);
    for (let at = clock.now(); at < asked + SIGNUP_EVERY_MS; at = clock.now()) {
      clock.advance(Math.min(MINUTE_MS, asked + SIGNUP_EVERY_MS - at));
      await rests();
      look();
    }
  }
  expect(Math.max(...delays)).toBeLessThanOrEqual(MINUTE_MS);
  const got = mailbox.filter(({ to }) => to.startsWith('p')).map(({ to }) => to);
  expect([got.length, new Set(got).size]).toEqual([PEOPLE, PEOPLE]);
  for (const time of times) {
    const inHour = times.filter((other) => other > time - HOUR_MS && other <= time).length;
    expect(inHour).toBeLessThanOrEqual(HOURLY);
  }
}, 1_200_000);
