/** The commands of W3C WebDriver that a visit needs; https://www.w3.org/TR/webdriver2/#endpoints */
export type Command =
  | 'Navigate'
  | 'GetWindowHandle'
  | 'NewWindow'
  | 'SwitchToWindow'
  | 'CloseWindow'
  | 'SetWindowRect'
  | 'ExecuteScript'
  | 'PerformActions';

/** Sends a command over a browser's own connection, and returns the value of the answer. */
export type Send = (command: Command, parameters?: object) => Promise<unknown>;

/** One of the browsers that make the same visits. */
export interface Engine {
  /**
   * Creates a visitor with a new profile: no cookie, no cache, no history.
   *
   * @param origin the only origin that their browser may request anything from
   */
  visit(origin: string, globalPrivacyControl: boolean): Promise<Visitor>;
  close(): Promise<void>;
}

interface Session {
  send: Send;
  /** Where another page opens. A tab behind another one is hidden, a window is not. */
  newWindow: 'tab' | 'window';
  /** Console errors and warnings, uncaught errors and third-party requests of all tabs so far. */
  problems: readonly string[];
  leave(): Promise<void>;
}

export type Visitor = ReturnType<typeof createVisitor>;
export type Tab = Awaited<ReturnType<Visitor['openTab']>>;

const KEYS = { Tab: '\uE004', Enter: '\uE007' };

const stroke = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];
const keyboard = (actions: object[]) => ({ type: 'key', id: 'keyboard', actions });

/** Returns a visitor of a browser that understands WebDriver. Each command concerns one window. */
export function createVisitor({ send, newWindow, problems, leave }: Session) {
  let front: string | undefined;
  let first: string | undefined;

  /** The first tab is the one that the browser started with. */
  async function open() {
    if (first) return ((await send('NewWindow', { type: newWindow })) as { handle: string }).handle;
    first = (await send('GetWindowHandle')) as string;
    front = first;
    return first;
  }

  /** Opens a tab in front of the others, as wide as on a desk. */
  async function openTab() {
    const handle = await open();
    const inTab = async <Result>(command: () => Promise<Result>) => {
      if (front !== handle) await send('SwitchToWindow', { handle });
      front = handle;
      return command();
    };
    const tell = (command: Command, parameters?: object) =>
      inTab(async () => void (await send(command, parameters)));
    const act = (source: object) => tell('PerformActions', { actions: [source] });
    await tell('SetWindowRect', { width: 1280, height: 900 });
    return {
      goTo: (url: string) => tell('Navigate', { url }),
      press: (key: keyof typeof KEYS) => act(keyboard(stroke(KEYS[key]))),
      type: (text: string) => act(keyboard([...text].flatMap(stroke))),
      /** Clicks the main mouse button at a point of the viewport. */
      clickAt: (point: { x: number; y: number }) =>
        act({
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', ...point },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        }),
      /** Runs a function in the page. It may only use its arguments and globals; arguments and result pass as JSON. */
      evaluate: <Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args) =>
        inTab(() => {
          const script = `return (${run})(...arguments)`;
          return send('ExecuteScript', { script, args }) as Promise<Awaited<Result>>;
        }),
      async close() {
        await tell('CloseWindow');
        // A command needs an existing window.
        await send('SwitchToWindow', { handle: first });
        front = first;
      },
    };
  }

  return { openTab, problems, leave };
}
