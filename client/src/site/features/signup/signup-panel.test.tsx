// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/"}
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PageData } from '#shared/page';
import type { SignupType } from '#shared/signups';
import { translate } from '../../../testing/open-place.tsx';
import { ToastsProvider } from '../../ports.ts';
import { openSite } from '../../testing/open-site.tsx';
import { ConfirmCode } from './confirm-code.tsx';
import { SignupPanel } from './signup-panel.tsx';
import { openTab as askForForm, signupForm } from './signup-state.ts';

/** A page with the signup panel, which a visitor can leave and return to. Each signup waits for its answer. */
async function openPage(facts: Partial<PageData> = {}) {
  const empty = { name: '', email: '', youtubeChannel: '', useCase: '' };
  onTestFinished(() => signupForm.reset({ type: 'notifyme', ...empty })); // once the form is gone
  const { place, ports, render, leave, toasts } = await openSite('signup');
  Object.assign(ports.data, facts);
  vi.spyOn(performance, 'now').mockReturnValue(60_000); // late enough to pass as a person
  const sent: string[] = [];
  const answers: ((response: Response) => void)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    sent.push(JSON.parse(String(init?.body)).signup_type);
    return new Promise((resolve) => answers.push(resolve));
  });
  const show = (asked: { tab?: SignupType } = {}) =>
    render(
      <section id="signup">
        <SignupPanel asked={asked} served={null} />
      </section>,
    );
  await show();
  const field = (name: string) => place.querySelector<HTMLInputElement>(`[name="${name}"]`);
  /** Fills in a field as a password manager does: React ignores the events, if there are any. */
  const fill = (name: string, text: string, ...events: string[]) =>
    act(async () => {
      const input = field(name);
      if (!input) throw new Error(`no field ${name}`);
      input.value = text;
      for (const type of events) input.dispatchEvent(new Event(type, { bubbles: true }));
    });
  const press = (name = 'name') => field(name)?.form?.requestSubmit();
  const clickTab = (type: string) =>
    place.querySelector<HTMLElement>(`#signup-tab-${type}`)?.click();
  return {
    ...{ sent, show, fill, clickTab, toasts },
    async comeBack() {
      await leave();
      await show();
    },
    async type(name: string, text: string) {
      const input = field(name);
      // React notices a new value only if it was set past React's own setter.
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value') ?? {};
      await act(async () => {
        set?.call(input, text);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
    openTab: (type: string) => act(async () => clickTab(type)),
    pressOnly: () => act(async () => press()),
    /** Corrections are shown a frame after the press. @param before what happens just before it */
    send: (before = () => {}) =>
      act(async () => {
        before();
        press();
        await frame();
      }),
    sendCode: () => act(async () => press('code')),
    answer: (status: number, body: object = {}, headers: HeadersInit = {}) =>
      act(async () => answers.shift()?.(Response.json(body, { status, headers }))),
    failure: () =>
      place.querySelector(
        `[id="${place.querySelector('form button')?.getAttribute('aria-describedby')}"]`,
      ),
    verdict: () => place.querySelector('[role="status"]')?.textContent,
    value: (name: string) => field(name)?.value,
    button: () => place.querySelector('form button')?.textContent,
    isOff: () => place.querySelector('form button')?.hasAttribute('aria-disabled'),
    waits: () =>
      [...place.querySelectorAll<HTMLElement>('[data-wait]')].map((it) => it.dataset['wait']),
    focused: () => document.activeElement?.textContent?.trim(),
    focusOn: (name: string) => act(async () => field(name)?.focus()),
    focusedName: () => document.activeElement?.getAttribute('name') ?? undefined,
    receipt: () => place.querySelector('#signup-success')?.textContent.trim(),
    told: () => place.querySelector('section:has(> #signup-success) dd')?.textContent,
    isDuplicate: () => place.querySelector('[data-open="true"] #signup-duplicate') !== null,
    messages: () => place.querySelectorAll('[aria-invalid]').length,
  };
}

const frame = () => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));

test.each([[[]], [['change']], [['input', 'change']]])(
  'what a password manager fills in with the events %j is sent, and kept on both tabs',
  async (events) => {
    const { show, comeBack, fill, openTab, send, answer, messages, value, sent } = await openPage();
    await send();
    await fill('name', 'Ann', ...events);
    await show(); // for a reason of the page's own
    await openTab('beta');
    await fill('useCase', 'Lectures', ...events);
    await comeBack();
    expect([value('name'), value('useCase')]).toEqual(['Ann', 'Lectures']);
    await fill('email', 'ann@example.org', ...events);
    await send();
    expect([messages(), sent]).toEqual([0, ['beta']]);
    await answer(503);
    expect(value('email')).toBe('ann@example.org');
    expect(dispatchEvent(new Event('text:lose', { cancelable: true }))).toBe(false);
  },
);

test('corrections wait until the press is shown; a complete form is sent at once', async () => {
  const { fill, type, openTab, pressOnly, send, messages, sent } = await openPage();
  const attempts = () => signupForm.state.submissionAttempts;
  const before = attempts();
  await pressOnly();
  expect(attempts()).toBe(before);
  await openTab('beta'); // that form has not been sent
  await frame();
  expect(attempts()).toBe(before);
  await openTab('notifyme');
  await send();
  expect([attempts(), messages()]).toEqual([before + 1, 2]);
  await type('name', 'Ann');
  await fill('email', 'ann@example.org');
  await pressOnly();
  expect(sent).toEqual(['notifyme']);
  await send();
  expect(sent).toEqual(['notifyme']);
});

test('a field that has the focus while the form of the other tab comes keeps it there', async () => {
  const { openTab, comeBack, focusOn, focusedName } = await openPage();
  await focusOn('email');
  await openTab('beta');
  expect(focusedName()).toBe('email');
  await comeBack();
  expect(focusedName()).toBeUndefined();
});

test('a form that is sent before the other tab’s form has replaced it is sent as its own type', async () => {
  const { type, clickTab, send, sent } = await openPage();
  await type('name', 'Ann');
  await type('email', 'ann@example.org');
  await send(() => clickTab('beta'));
  expect(sent).toEqual(['notifyme']);
});

test('messages belong to the submitted tab, and do not return before the next submission', async () => {
  const { comeBack, type, openTab, send, messages, sent } = await openPage();
  const counts: number[] = [];
  for (const step of [send, () => openTab('beta'), () => type('name', ' '), send, comeBack]) {
    await step();
    counts.push(messages());
  }
  expect(counts).toEqual([2, 0, 0, 3, 0]);
  expect(sent).toEqual([]);
});

test('a bot that fills in every field sends nothing; a person tries again', async () => {
  const { type, send, sent, toasts } = await openPage();
  for (const name of ['name', 'email', 'homepage']) await type(name, 'ben@example.org');
  await send();
  expect([sent, toasts]).toMatchObject([[], [{ kind: 'error' }]]);
  await send();
  expect(sent).toEqual(['notifyme']);
});

test('the next try begins without the last failure, and waits for as long as a busy server asks, which one button counts', async () => {
  const { type, send, pressOnly, answer, failure, button, isOff, waits, sent } = await openPage();
  await type('name', 'Ann');
  await type('email', 'ann@example.org');
  await send();
  await answer(503);
  expect(failure()?.textContent).toMatch(/^Something went wrong.*still here.$/);
  expect(button()).toBe('Try again');
  await send();
  expect([failure(), button()]).toEqual([null, 'Submitting...']);
  // Its end is past for the tests that follow.
  const now = Date.now() - 100_000;
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await answer(429, {}, { 'retry-after': '90' });
  expect(failure()?.textContent).toBe('Please wait a momentWhat you typed is still here.');
  expect([waits(), isOff()]).toEqual([['2 min'], true]);
  await pressOnly();
  expect(sent).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(waits()).toEqual(['89 s']);
  vi.setSystemTime(now + 89_000);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect([waits(), isOff(), failure(), button()]).toEqual([[], false, null, 'Notify me']);
  await pressOnly();
  expect(sent).toHaveLength(3);
});

test('only one signup runs at a time, also after leaving the page, which asks first; a success empties what was sent, and keeps what was typed meanwhile; a failure keeps all', async () => {
  const { show, comeBack, type, openTab, send, answer, value, button, isOff, messages, sent } =
    await openPage();
  const apply = 'Apply for Beta Access';
  await type('name', 'Ann');
  await type('email', 'ann@example.org');
  await send();
  await comeBack();
  expect(button()).toBe('Submitting...');
  await send();
  await openTab('beta');
  await send();
  expect([button(), messages(), sent]).toEqual([apply, 0, ['notifyme']]);
  expect(isOff()).toBe(true);
  const asksToStay = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asksToStay()).toBe(true);
  await answer(503);
  expect(asksToStay()).toBe(false);
  expect(isOff()).toBe(false);
  expect(value('email')).toBe('ann@example.org');
  await openTab('notifyme');
  await send();
  await openTab('beta');
  await type('useCase', 'Lectures');
  await answer(201);
  expect(sent).toEqual(['notifyme', 'notifyme']);
  expect([value('name'), value('useCase')]).toEqual(['', 'Lectures']);
  await type('name', 'Ann');
  await type('email', 'ann@example.org');
  await send();
  await openTab('notifyme');
  await answer(201);
  await openTab('beta');
  await show({ tab: 'beta' });
  expect(value('useCase')).toBe('');
  expect(button()).toBe(apply);
});

test('a success is told in its tab and empties the form, a duplicate beside its form, which keeps what was typed; a new outcome takes the focus only from its own form', async () => {
  const { comeBack, type, openTab, send, answer, value, button, focused, ...page } =
    await openPage();
  const { receipt, told, isDuplicate, toasts } = page;
  const signUp = async (name: string) => {
    await type('name', name);
    await type('email', `${name}@example.org`);
    await type('useCase', 'Lectures');
    await send();
  };
  await openTab('beta');
  await signUp('ann');
  await answer(201);
  expect([receipt(), told()]).toEqual(['Your application is in', 'ann@example.org']);
  expect([value('name'), value('useCase'), button()]).toEqual(['', '', 'Apply for Beta Access']);
  expect(focused()).toBe('Your application is in');
  await openTab('notifyme');
  expect(receipt()).toBe('Your application is in');
  await signUp('ben');
  await answer(201);
  expect([receipt(), told()]).toEqual(['You are on the list', 'ben@example.org']);
  expect(focused()).toBe('You are on the list');

  const elsewhere = document.body.appendChild(document.createElement('button'));
  elsewhere.textContent = 'elsewhere';
  await signUp('ben');
  await act(async () => elsewhere.focus());
  await answer(503);
  expect(receipt()).toBe('You are on the list');
  await page.focusOn('name');
  await send();
  await act(async () => elsewhere.focus());
  await answer(409, { code: '23505' });
  expect(focused()).toBe('elsewhere');
  expect([receipt(), isDuplicate(), value('name')]).toEqual(['You are on the list', true, 'ben']);
  elsewhere.remove();
  await comeBack();
  expect([receipt(), isDuplicate()]).toEqual(['You are on the list', true]);
  expect(document.activeElement).toBe(document.body);
  // Until the next signup is sent.
  await signUp('cleo');
  expect(isDuplicate()).toBe(false);
  await answer(201);
  expect(told()).toBe('cleo@example.org');
  expect(toasts.map(({ kind }) => kind)).toEqual([
    'beta',
    'notifyme',
    'error',
    'neutral',
    'notifyme',
  ]);
  await act(async () => askForForm('notifyme', true));
  expect(told()).toBe('cleo@example.org');
});

test('a code that is waited for keeps its field after a duplicate; a verdict is about one signup, and is told elsewhere if its form is gone', async () => {
  const { comeBack, type, send, sendCode, answer, receipt, toasts, verdict, waits } =
    await openPage({
      unconfirmedRetentionDays: 1,
    });
  const signUp = async (email: string, status: number) => {
    await type('name', 'Ann');
    await type('email', email);
    await send();
    await answer(status, { code: '23505' });
    return [receipt(), verdict()];
  };
  const confirmFirst = 'One step left';
  expect(await signUp('ann@example.org', 201)).toEqual([confirmFirst, '']);
  // Another message has been waited for since the signup, on whatever page.
  const later = Date.now() + 30_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
  await comeBack();
  expect(Number.parseInt(waits()[0] ?? '', 10)).toBeLessThan(31);
  clock.mockRestore();
  await type('code', '111111');
  await sendCode();
  await answer(400, { triesLeft: 4 });
  const wrong = expect.stringMatching(/^This code does not work.*4 tries/);
  expect(await signUp('ben@example.org', 409)).toEqual([confirmFirst, wrong]);
  expect(await signUp('ann@example.org', 201)).toEqual([confirmFirst, '']);
  const welcome = expect.stringContaining('You are on the waitlist');
  for (const status of [400, 200]) {
    await type('code', '111111');
    await sendCode();
    await comeBack(); // the form that waits is gone
    await answer(status, { triesLeft: 4 });
    expect(toasts.at(-1)).toMatchObject({ text: status === 400 ? wrong : welcome });
  }
});

test('on a translated page, a code that was filled in without an event is sent, and each answer is told', async () => {
  const { place, render, wording } = await openSite('signup');
  const { outcomes, tries } = (await wording.load('signup')).signupContent.code;
  const answers = [2, 0].map((triesLeft) => Response.json({ triesLeft }, { status: 400 }));
  const sent: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String(init?.body)).code);
    return answers.shift() ?? new Response('{}');
  });
  await render(
    <ConfirmCode
      type="beta"
      sent={{ name: 'Ann', email: 'ann@a.example', youtubeChannel: '', useCase: 'Talks' }}
      code="awaited"
      again={{ count: 0, at: 0 }}
    />,
  );
  expect(place.querySelector('input[dir="ltr"][inputmode="numeric"]')).not.toBeNull();
  const status = place.querySelector('[role="status"]') ?? place;
  const told: (string | null)[] = [];
  for (const code of ['111111', '222222', '333333']) {
    translate(status);
    const input = place.querySelector<HTMLInputElement>('[name="code"]');
    if (input) input.value = code;
    await act(async () => place.querySelector('form')?.requestSubmit());
    told.push(status.textContent);
  }
  expect(sent).toEqual(['111111', '222222', '333333']);
  expect(told).toEqual([`${outcomes.wrong} ${tries(2)}`, outcomes.gone, outcomes.confirmed]);
});

test('the first message is asked for again after a minute at the earliest; a press takes away what was said of the signup', async () => {
  const { place, render } = await openSite('signup');
  const port = { showToast() {}, hideToast: vi.fn() };
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 400 }));
  const sent = { name: 'Ann', email: 'ann@a.example', youtubeChannel: '', useCase: '' };
  const again = { count: 0, at: Date.now() + 60_000 };
  await render(
    <ToastsProvider value={port}>
      <ConfirmCode type="notifyme" sent={sent} code="awaited" again={again} />
    </ToastsProvider>,
  );
  expect(place.querySelector('[data-wait="60 s"]')?.getAttribute('aria-disabled')).toBe('true');
  await act(async () => place.querySelector('form')?.requestSubmit());
  expect(port.hideToast).toHaveBeenCalledWith();
});

test('beside the code a busy server is told of for as long as it asks', async () => {
  const { place, render, wording } = await openSite('signup');
  const { busy } = (await wording.load('signup')).signupContent.failures;
  const now = Date.now() - 100_000; // past for the tests that follow
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = { status: 429, headers: { 'retry-after': '5' } };
  vi.stubGlobal('fetch', async () => new Response('{}', answer));
  const sent = { name: 'Ann', email: 'ann@a.example', youtubeChannel: '', useCase: '' };
  const again = { count: 0, at: 0 };
  await render(<ConfirmCode type="notifyme" sent={sent} code="awaited" again={again} />);
  await act(async () => place.querySelector('form')?.requestSubmit());
  const told = () => place.querySelector('[role="status"]')?.textContent;
  expect(told()).toBe(busy);
  vi.setSystemTime(now + 4_000);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(told()).toBe('');
});

test('what fails beside the code is told as in the signup form and marks no field; no six digits are no wrong code; a message that is sent again empties the field, and leaves the box', async () => {
  const { place, render, press, wording } = await openSite('signup');
  const { code, failures } = (await wording.load('signup')).signupContent;
  const answers = [500, 429, 400, 410, 201].map((status) => () => new Response('{}', { status }));
  const cut = () => Promise.reject(new Error('the line is cut'));
  const fetched = vi.spyOn(globalThis, 'fetch');
  for (const answer of [...answers.slice(0, 2), cut, ...answers.slice(2)])
    fetched.mockImplementationOnce(async () => answer());
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const sent = { name: 'Ann', email: 'ann@a.example', youtubeChannel: '', useCase: 'Talks' };
  await render(<ConfirmCode type="beta" sent={sent} code="awaited" again={{ count: 0, at: 0 }} />);
  const field = place.querySelector<HTMLInputElement>('[name="code"]');
  const box = place.querySelector<HTMLInputElement>('[type="checkbox"]');
  if (!field || !box) throw new Error('no field');
  field.value = '1234';
  box.checked = true;
  const told: unknown[] = [];
  for (let count = 0; count < 5; count++) {
    await act(async () => field.form?.requestSubmit());
    told.push([
      place.querySelector('[role="status"]')?.textContent,
      field.getAttribute('aria-invalid'),
    ]);
  }
  expect(told).toEqual([
    [failures.error, null],
    [failures.busy, null],
    [failures.offline, null],
    [code.outcomes.enter, 'true'],
    [code.outcomes.gone, 'true'],
  ]);
  expect(field.value).toBe('1234');
  await press(code.again);
  expect(place.querySelector('[role="status"]')?.textContent).toBe(code.outcomes.sent);
  expect([field.value, box.checked]).toEqual(['', true]);
  // The server sends no more today.
  await render(<ConfirmCode type="beta" sent={sent} code="awaited" again={{ count: 2, at: 0 }} />);
  expect(place.textContent).not.toContain(code.again);
});
