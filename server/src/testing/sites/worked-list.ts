import type { SiteStore } from '../../database/site-store.ts';
import { agreed, newId, newRequest, signup } from '../../store/testing/store-contract-data.ts';
import { NOON } from '../test-app.ts';

/** Stores an application that is confirmed, accepted and invited; the invitation has left. Returns its id and token. */
export async function inviteSomebody(store: SiteStore, email = 'ada@example.org') {
  const [id, message, request] = [newId(), newId(), newRequest()];
  const token = email.replaceAll(/\W/g, '').padEnd(22, 'A');
  await store.insertSignup(signup({ id, email, signupType: 'beta', useCase: 'Films' }), request);
  await store.confirmSignup(request.token, NOON, [], agreed('beta'));
  await store.decide([id], { decision: 'accepted', at: NOON, by: 'Ada', note: 'good films' });
  await store.invite([{ id: message, signupId: id, token, at: NOON }]);
  await store.startAttempt(message, { now: NOON, dueAt: NOON });
  await store.settleMessage(message, { outcome: 'sent', at: NOON });
  return { id, token };
}
