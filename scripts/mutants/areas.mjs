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
      'server/src/{consent,events,reports,signups,list,persons}',
      'server/src/site/site-config',
      'server/src/words',
      'server/src/posthog/dashboard',
    ],
  },
  consent: {
    change: [
      // when-unseen.ts asks for layout, which only a browser has: e2e tests it.
      'client/src/site/features/consent/{consent-store,consent-cookie,post-outcome}.ts',
      'server/src/consent/{read-consent-cookie,record-consent,decision-time}.ts',
    ],
    tests: [
      'client/src/site/features/consent',
      'server/src/consent',
      'server/src/events/event-budget',
    ],
  },
  // The contract of the store has what a rule decides for its operations.
  rules: {
    change: ['server/src/**/*-rule.ts', 'server/src/clock/clock.sql.ts'],
    tests: [
      'server/src/database/rules',
      'server/src/consent',
      'server/src/database/sqlite/open-store',
    ],
  },
  funnel: { change: ['server/src/reports/funnel/*.ts'], tests: ['server/src/reports/funnel'] },
  intake: {
    change: ['server/src/events/*.ts', 'server/src/edge/budgets.ts'],
    tests: ['server/src/events', 'server/src/edge/{budgets,metrics-routes,rate-limit}'],
  },
  ingest: { change: ['server/src/posthog/ingest/*.ts'], tests: ['server/src/posthog/ingest'] },
  relay: { change: ['server/src/posthog/delivery/*.ts'], tests: ['server/src/posthog/delivery'] },
  outbox: {
    change: [
      'server/src/mail/outbox/*.ts',
      'server/src/mail/{judge-reply,client-turns,hour-rule,mail-settlement,mailable-name}.ts',
    ],
    tests: ['server/src/mail', 'server/src/team/webhooks'],
  },
  alerts: {
    change: ['server/src/team/alerts/alert-rules.ts'],
    tests: ['server/src/team/alerts/alert-rules'],
  },
};
