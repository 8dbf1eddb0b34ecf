import { expect, test } from 'vitest';
import { recordAll } from '../../store/testing/store-contract-events.ts';
import { seen } from '../../testing/sites/console-site.ts';
import { runGrowth } from '../../testing/sites/run-growth.ts';
import { newTestDatabase } from '../../testing/test-app.ts';
import { openTestStore } from '../../testing/test-database.ts';
import { funnelCommand } from './funnel-command.ts';
import { funnelsCommand } from './funnels-command.ts';

const STEPS = ['section_view:section_name=hero', 'section_view:section_name=signup'];
const OPTIONS = STEPS.flatMap((step) => ['--step', step]);

async function open() {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  await recordAll(store, [seen('jane', 'hero'), seen('jane', 'signup'), seen('john', 'hero')]);
  await store.close();
  return {
    funnels: (...args: string[]) => runGrowth(funnelsCommand, database, args),
    funnel: (...args: string[]) => runGrowth(funnelCommand, database, args),
  };
}

test('a funnel is saved, listed, counted by its name and deleted', async () => {
  const { funnels, funnel } = await open();
  const settings = ['--window', '7', '--breakdown', 'viewport'];
  const listed = await funnels('--save', 'To the form', ...OPTIONS, ...settings);
  expect(listed).toMatch(/^Signup +--preset signup +section_view/m);
  expect(listed).toMatch(/^To the form +saved +section_view:section_name=hero → .*, by viewport$/m);
  const own = await funnel(...OPTIONS, '--window', '7d', '--breakdown', 'viewport');
  expect(await funnel('--name', 'To the form')).toBe(own);
  expect(await funnel('--name', 'To the form', '--breakdown', 'none')).not.toBe(own);
  const json = JSON.parse(await funnels('--json'));
  expect(json.funnels.at(-1)).toMatchObject({ name: 'To the form', window: 7, steps: STEPS });
  expect(await funnels('--delete', 'To the form')).not.toContain('saved');
});

test('each refusal says what is wrong', async () => {
  const { funnels, funnel } = await open();
  const save = (...args: string[]) => funnels('--save', ...args);
  await expect(save('Signup', ...OPTIONS)).rejects.toThrow(/is the name of one of the site/);
  await expect(save('x', '--step', '*')).rejects.toThrow(/expected at least two steps/);
  await expect(save('x', '--step', '*', '--step', 'a:b')).rejects.toThrow(
    /--step: a step is "a:b"/,
  );
  await expect(save('x', ...OPTIONS, '--window', '12h')).rejects.toThrow(/--window/);
  await expect(funnels(...OPTIONS)).rejects.toThrow(/expected --save NAME/);
  await expect(funnels('--delete', 'x\u202e')).rejects.toThrow(
    String.raw`there is no saved funnel "x\u202e"; there are: none`,
  );
  await expect(funnel('--name', 'x')).rejects.toThrow(/no saved funnel "x"/);
  await expect(funnel('--name', 'x', '--preset', 'top')).rejects.toThrow(/one of --name/);
});
