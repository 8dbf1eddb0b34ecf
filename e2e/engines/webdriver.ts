import { type Key, TAB_SIZE, type Tab, type Visitor } from './engine.ts';

/** The commands of W3C WebDriver that a visit needs; https://www.w3.org/TR/webdriver2/#endpoints */
export type Command =
  | 'Navigate'
  | 'Refresh'
  | 'GetWindowHandle'
  | 'NewWindow'
  | 'SwitchToWindow'
  | 'CloseWindow'
  | 'SetWindowRect'
  | 'ExecuteScript'
  | 'PerformActions';

/** Sends a command over a browser's own connection, and returns the value of the answer. */
export type Send = (command: Command, parameters?: object) => Promise<unknown>;

interface Session {
  send: Send;
  /** Where another page opens. A tab behind another one is hidden, a window is not. */
  newWindow: 'tab' | 'window';
  /** Gives the viewport of the window in front this size. */
  resize(width: number, height: number): Promise<void>;
  problems: string[];
  leave(): Promise<void>;
}

const SHIFT = '\uE008';
const KEYS: Record<Exclude<Key, 'Shift+Tab'>, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  ArrowRight: '\uE014',
};

const keyDown = (value: string) => ({ type: 'keyDown', value });
const keyUp = (value: string) => ({ type: 'keyUp', value });
const stroke = (value: string) => [keyDown(value), keyUp(value)];
const strokeOf = (key: Key) =>
  key === 'Shift+Tab' ? [keyDown(SHIFT), ...stroke(KEYS.Tab), keyUp(SHIFT)] : stroke(KEYS[key]);
const keyboard = (actions: object[]) => ({ type: 'key', id: 'keyboard', actions });

/** Returns a visitor of a browser that understands WebDriver. Each command concerns one window. */
export function createVisitor({ send, newWindow, resize, problems, leave }: Session): Visitor {
  let front: string | undefined;
  let first: string | undefined;

  /** The first tab is the one that the browser started with. */
  async function open() {
    if (first) return ((await send('NewWindow', { type: newWindow })) as { handle: string }).handle;
    first = (await send('GetWindowHandle')) as string;
    front = first;
    return first;
  }

  async function openTab(): Promise<Tab> {
    const handle = await open();
    const inTab = async <Result>(command: () => Promise<Result>) => {
      if (front !== handle) await send('SwitchToWindow', { handle });
      front = handle;
      return command();
    };
    const tell = (command: Command, parameters?: object) =>
      inTab(async () => void (await send(command, parameters)));
    const act = (source: object) => tell('PerformActions', { actions: [source] });
    const tab: Tab = {
      goTo: (url) => tell('Navigate', { url }),
      reload: () => tell('Refresh'),
      press: (key) => act(keyboard(strokeOf(key))),
      type: (text) => act(keyboard([...text].flatMap(stroke))),
      clickAt: ({ x, y }) =>
        act({
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x, y },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        }),
      evaluate: (run, ...args) =>
        inTab(() => {
          const script = `return (${run})(...arguments)`;
          return send('ExecuteScript', { script, args }) as Promise<
            Awaited<ReturnType<typeof run>>
          >;
        }),
      async close() {
        await tell('CloseWindow');
        // A command needs an existing window.
        await send('SwitchToWindow', { handle: first });
        front = first;
      },
    };
    await inTab(() => resize(TAB_SIZE.width, TAB_SIZE.height));
    return tab;
  }

  return { openTab, problems: () => problems, leave };
}
