import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that start processes, and small files that run the long contract of all stores. */
const isSlow = ({ moduleId }: TestSpecification) =>
  /\/process-tests\/|\/open-store\.test\.ts$/.test(moduleId);

/**
 * Starts slow files before all others, which keep Vitest's order. A file that takes a minute would otherwise be the last,
 * while the other workers have nothing left to do.
 */
export class SlowTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isSlow(b)) - Number(isSlow(a)));
  }
}
