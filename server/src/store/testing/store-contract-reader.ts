import { describe } from 'vitest';
import { consoleContract } from './store-contract-console.ts';
import { text } from './store-contract-data.ts';
import type { OpenReader } from './store-contract-events.ts';
import { countContract, exportContract } from './store-contract-reports.ts';
import { scanContract } from './store-contract-scan.ts';

/** What every reader must do. @param open a reader of a new, empty store; both close themselves after the test */
export function describeReader(name: string, openEmpty: OpenReader) {
  const open: OpenReader = async () => {
    const opened = await openEmpty();
    await opened.store.publishConsentTexts([text()]);
    return opened;
  };
  describe(name, () => {
    scanContract(open);
    countContract(open);
    exportContract(open);
    consoleContract(open);
  });
}
