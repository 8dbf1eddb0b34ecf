import { defineConfig, mergeConfig } from 'vitest/config';
import project from '../../vite.config.ts';
import { AREAS } from './areas.mjs';

/** The project's own configuration, with the tests of one area only. */
export default defineConfig((env) => {
  const tests = AREAS[process.env['MUTANTS_AREA'] ?? '']?.tests ?? [];
  const own = project(env);
  return mergeConfig(
    { ...own, test: { ...own.test, include: [] } },
    {
      test: {
        include: tests.flatMap((start) => [
          `${start}*.test.{ts,tsx}`,
          `${start}/**/*.test.{ts,tsx}`,
        ]),
      },
    },
  );
});
