import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { createFolder, startEntry, startServer } from '../server.ts';

/** What a start that cannot succeed says: expected to be one line on stderr, and a failure. */
async function refusedStart(env: NodeJS.ProcessEnv, prepare?: (folder: string) => void) {
  const { folder, remove } = createFolder();
  try {
    prepare?.(folder);
    const { exited, stdout, stderr } = startEntry('main', [folder], { PORT: '0', ...env });
    expect(await exited).toEqual({ code: 1, signal: null });
    expect(stdout()).toBe('');
    expect(stderr().trimEnd().split('\n')).toHaveLength(1);
    return stderr();
  } finally {
    remove();
  }
}

const badSettings: [name: string, value: string, expected: RegExp][] = [
  ['PORT', 'eighty', /PORT is "eighty"; expected .* 0 to 65535, e\.g\. PORT=3000/],
  ['SITE_URL', 'example.com', /SITE_URL is "example\.com"; expected .*, e\.g\. SITE_URL=https:/],
  [
    'DATABASE_URL',
    'mysql://me:pw@db/x',
    /DATABASE_URL is .*; expected .*, e\.g\. DATABASE_URL=file:/,
  ],
  [
    'EVENT_RETENTION_DAYS',
    '-1',
    /EVENT_RETENTION_DAYS is "-1"; expected .*, e\.g\. EVENT_RETENTION_DAYS=395/,
  ],
  [
    'LOG_LEVEL',
    'loud',
    /LOG_LEVEL is "loud"; expected debug, info, warn or error, e\.g\. LOG_LEVEL=info/,
  ],
];
for (const [name, value, expected] of badSettings) {
  test(`${name}=${value} stops the start with one line that says what is expected`, async () => {
    const line = await refusedStart({ [name]: value });
    expect(line).toMatch(expected);
    expect(line).not.toContain('pw');
  });
}

test('a .env file is read, and a bad value in it stops the start too', async () => {
  const line = await refusedStart({}, (folder) =>
    writeFileSync(join(folder, '.env'), 'LOG_LEVEL=loud\n'),
  );
  expect(line).toContain('LOG_LEVEL is "loud"');
});

test('a bad data/site.json stops the start with the field that is wrong', async () => {
  const line = await refusedStart({}, (folder) => {
    const file = join(folder, 'data/site.json');
    const site = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...site, email: 'nobody' }));
  });
  expect(line).toContain('email');
});

test('a taken port stops the start with a line that names it and another', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  try {
    const line = await refusedStart({ PORT: String(port) });
    expect(line).toContain(`PORT ${port}`);
    expect(line).toContain(`e.g. PORT=`);
  } finally {
    other.close();
  }
});

test('a database that cannot be written stops the start with its path and what to check', async () => {
  const line = await refusedStart({ DATABASE_URL: 'file:data/site.json/site.db' });
  expect(line).toContain('data/site.json/site.db');
  expect(line).toContain('e.g. DATABASE_URL=file:');
});

test('a file that is no database stops the start and is left as it was', async () => {
  const content = 'These are my notes.\n'.repeat(300);
  let file = '';
  const line = await refusedStart({}, (folder) => {
    file = join(folder, 'data/site.db');
    writeFileSync(file, content);
  });
  expect(line).toContain(file);
});

test('the first start makes the database and says where everything is; SIGTERM ends it cleanly', async () => {
  const { folder, remove } = createFolder();
  try {
    const server = await startServer(folder);
    await expect.poll(server.output).toContain(join(folder, 'data/site.db'));
    expect(existsSync(join(folder, 'data/site.db'))).toBe(true);
    expect((await fetch(server.url)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  } finally {
    remove();
  }
});

test('a second start keeps what the first one stored, and the consent revision', async ({
  site,
}) => {
  const revision = async () => /"revision":(\d+)/.exec(await (await fetch(site.url)).text())?.[1];
  const before = await revision();
  expect(before).toBe('1');
  site.execute(
    `INSERT INTO notifyme_signups (id, name, email, signup_type, created_at)
     VALUES ('a', 'Ann', 'ann@example.org', 'notifyme', 1)`,
  );
  await site.restart();
  expect(site.query('SELECT email FROM notifyme_signups')).toEqual([{ email: 'ann@example.org' }]);
  expect(await revision()).toBe(before);
});

test('another brand in data/site.json needs a restart and no build', async ({ site }) => {
  const file = join(site.folder, 'data/site.json');
  const content = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...content, brand: 'Stimmwerk' }));
  await site.restart();
  expect(await (await fetch(site.url)).text()).toContain('Stimmwerk');
});
