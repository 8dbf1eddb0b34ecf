import { answer, click, isShown } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { until } from './until.ts';

test('the line plays to its end, and the pictures of the pipeline show the chosen language', {
  tag: '@other-engines',
}, async ({ visitor, site }) => {
  const tab = await visitor.openTab();
  await tab.goTo(site.url);
  await answer(tab, 'Reject');
  await click(tab, 'label:has([value="ja"])');
  await isShown(tab, '#subtitle-ja');
  const drawn = () =>
    tab.evaluate(() =>
      [...document.querySelectorAll<SVGUseElement>('#pipeline use')]
        .filter(
          (use) => use.getBBox().width > 100 && getComputedStyle(use).visibility === 'visible',
        )
        .map((use) => use.getAttribute('href')?.split('#')[1]),
    );
  await until('the pictures are drawn', async () => (await drawn()).length === 4);
  expect(await drawn()).toEqual(['analysis-ja', 'translation-ja', 'synthesis-ja', 'mixing-ja']);

  const said = () =>
    tab.evaluate(() => ({
      button: document.querySelector('#hero figure button')?.textContent,
      timecode: document.querySelector('[data-timecode]')?.textContent,
      ahead: [...(CSS.highlights.get('ahead') ?? [])].map(String),
    }));
  await click(tab, '#hero figure button');
  await until('half of the line is spoken', async () => {
    const { button, ahead } = await said();
    return button === 'Pause the line' && ahead[1] === '家に\u200b帰って\u200bきたんだ。';
  });
  await until('the line has ended', async () => (await said()).button === 'Play the line');
  expect((await said()).timecode).toBe('00:00:16:00');
});
