// @ts-check

/**
 * What is changed in each area of the core, and the tests that should notice it: those beside it, and the nearest of
 * those that ask through the store or a route.
 *
 * @type {Record<string, { change: string[], tests: string[] }>}
 */
export const AREAS = {
  shared: {
    change: ['shared/src/*.ts'],
    tests: [
      'shared/src',
      'client/src/console/address',
      'client/src/console/funnel',
      'client/src/console/charts',
      'client/src/site/features/signup',
      'client/src/site/features/analytics',
      'server/src/services',
      'server/src/site-config',
      'server/src/words',
      'server/src/cli/growth/funnel',
      'server/src/posthog/dashboard',
      'server/src/routes/signup',
    ],
  },
  consent: {
    change: [
      // when-unseen.ts asks for layout, which only a browser has: e2e tests it.
      'client/src/site/features/consent/{consent-store,consent-cookie,post-outcome}.ts',
      'server/src/services/{read-consent-cookie,record-consent,decision-time}.ts',
    ],
    tests: [
      'client/src/site/features/consent',
      'server/src/services/{read-consent-cookie,decision-time}',
      'server/src/routes/consent',
      'server/src/routes/event-budget',
    ],
  },
  // The contract of the store has what a rule decides for its operations.
  rules: {
    change: ['server/src/store/rules/*.ts'],
    tests: ['server/src/store/rules', 'server/src/store/sqlite/open-store'],
  },
  funnel: { change: ['server/src/services/funnel/*.ts'], tests: ['server/src/services/funnel'] },
  intake: {
    change: ['server/src/services/intake/*.ts'],
    tests: ['server/src/services/intake', 'server/src/routes/{event,metrics}'],
  },
  ingest: { change: ['server/src/posthog/ingest/*.ts'], tests: ['server/src/posthog/ingest'] },
  relay: { change: ['server/src/posthog/delivery/*.ts'], tests: ['server/src/posthog/delivery'] },
  outbox: {
    change: [
      'server/src/outbox/*.ts',
      'server/src/mail/{judge-reply,priorities,mail-settlement,mailable-name}.ts',
    ],
    tests: ['server/src/mail', 'server/src/outbox', 'server/src/webhooks'],
  },
  alerts: {
    change: ['server/src/alerts/alert-rules.ts'],
    tests: ['server/src/alerts/alert-rules'],
  },
};
