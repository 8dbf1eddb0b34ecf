import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { NOON, newRequest, signup } from './store-contract-data.ts';
import { JANE, type Open, openAsked } from './store-contract-mail.ts';

/** What proves that a deleted signup had been confirmed. */
export function proofsContract(open: Open) {
  test('a confirmed signup leaves a proof without its address when it is deleted, in whatever way', async () => {
    const { store, signup: asked, request } = await openAsked(open);
    const proof = { language: asked.language, wordingHash: null, signedUpAt: asked.createdAt };
    await store.confirmSignup(request.token, NOON + 5);
    expect(await store.readProofs(JANE)).toEqual([]);
    await store.leave(request.token, NOON + 6);
    const left = { ...proof, confirmedAt: NOON + 5, removedAt: NOON + 6 };
    expect(await store.readProofs(' JANE@Example.org ')).toEqual([left]);

    const again = newRequest();
    await store.insertSignup({ ...signup({ email: JANE }), wordingHash: 'words' }, again);
    await store.confirmSignup(again.token, NOON + 7);
    const old = { kind: 'signups', before: NOON + DAY_MS, at: NOON + 8 } as const;
    await store.expire({ ...old, after: null, dryRun: false });
    const expired = { ...proof, wordingHash: 'words', confirmedAt: NOON + 7, removedAt: NOON + 8 };
    expect(await store.readProofs(JANE)).toEqual([left, expired]);
    expect(await store.hasConfirmations()).toBe(true);

    await store.insertSignup(signup({ email: JANE }), newRequest());
    await store.eraseSignups(JANE, NOON + 9);
    expect(await store.readProofs(JANE)).toHaveLength(2);
    expect(await store.readProofs('john@example.org')).toEqual([]);
  });

  test('proofs are counted and deleted by when their signup was', async () => {
    const { store, request } = await openAsked(open);
    await store.confirmSignup(request.token, NOON);
    await store.eraseSignups(JANE, NOON + 1);
    expect(await store.countProofs(NOON + 1)).toEqual({ rows: 1, expired: 0 });
    expect(await store.forgetProofs(NOON + 1)).toBe(false);
    expect(await store.countProofs(NOON + 2)).toEqual({ rows: 1, expired: 1 });
    await store.forgetProofs(NOON + 2);
    expect(await store.readProofs(JANE)).toEqual([]);
  });
}
