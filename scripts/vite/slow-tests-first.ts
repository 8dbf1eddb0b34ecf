import { statSync } from 'node:fs';
import type { TestSequencer, TestSpecification } from 'vitest/node';

/** Tests that start processes, and small files that run the long contract of all stores. */
const isSlow = ({ moduleId }: TestSpecification) =>
  /\/process-tests\/|\/store\.test\.ts$/.test(moduleId);

/**
 * Starts slow files before all others, and then large ones before small ones. A file that takes a minute would otherwise
 * be the last, while the other workers have nothing left to do.
 */
export class SlowTestsFirst implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    const sizes = new Map(files.map((file) => [file, statSync(file.moduleId).size]));
    const sizeOf = (file: TestSpecification) => sizes.get(file) ?? 0;
    return files.toSorted((a, b) => Number(isSlow(b)) - Number(isSlow(a)) || sizeOf(b) - sizeOf(a));
  }

  /** `npm test` runs everything on one machine. */
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}
