import { expect, onTestFinished } from 'vitest';
import { type BuiltServer, buildStale, createSiteFolder } from './built-process.ts';
import { startListening } from './server-process.ts';

// The site of these tests has the real pages, so it needs the builds of the client as well.
buildStale();

/** Returns a self-hoster's folder with the finished build. It is removed when the test is over. */
export function createBuiltSite(): string {
  const { folder, remove } = createSiteFolder();
  onTestFinished(remove);
  return folder;
}

/**
 * Starts the server on that folder and stops it when the test is over.
 * The test fails if the server ends unasked or logs an error.
 */
export async function startBuiltSite(root: string, env?: NodeJS.ProcessEnv): Promise<BuiltServer> {
  const server = await startListening(root, { LOG_LEVEL: 'debug', ...env });
  const { child, output } = server;
  onTestFinished(async () => {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    expect(hasEnded && !child.killed, `the server ended unasked:\n${output.stderr}`).toBe(false);
    await server.stop();
    expect(output.stderr).not.toContain('"level":"error"');
  });
  return server;
}
