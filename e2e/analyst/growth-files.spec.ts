import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from '../fixtures.ts';
import { fillWithDemoData, GROWTH_TOKEN, openConsole } from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

test('files have plain numbers: rates as fractions, with their intervals and the period before', async ({
  page,
  site,
}) => {
  await fillWithDemoData(site);
  await openConsole(page, site, '?view=traffic&range=7');
  const fileOf = async (name: string) => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download CSV: ${name}` }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    return parse(file, { bom: true, columns: true }) as Record<string, string>[];
  };
  const [answered] = (await fileOf('Answers to the consent question per day')).filter(
    (row) => Number(row['Agreed']) > 0,
  );
  const { Agreed: agreed, Refused: refused } = answered ?? {};
  expect(Number(answered?.['Consent rate'])).toBe(
    Number(agreed) / (Number(agreed) + Number(refused)),
  );
  const byChannel = await fileOf('Visitors by channel');
  expect(Object.keys(byChannel[0] ?? {}).slice(-9)).toEqual([
    'Signed up, change',
    'Rate',
    'Rate, 95 % from',
    'Rate, 95 % to',
    'Rate in the period before',
    'Rate in the period before, 95 % from',
    'Rate in the period before, 95 % to',
    'Rate, clear difference',
    'Remarks',
  ]);
  for (const row of byChannel)
    expect(Number(row['Rate'])).toBe(Number(row['Signed up']) / Number(row['People']));
  expect(Object.keys((await fileOf('Events by name'))[0] ?? {})).toEqual([
    'Event',
    'Events',
    'Events in the period before',
    'Events, change',
    'People',
    'People in the period before',
    'People, change',
    'Remarks',
  ]);
});
