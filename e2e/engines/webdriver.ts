/** The commands of W3C WebDriver that a visit needs; https://www.w3.org/TR/webdriver2/#endpoints */
export type Command = 'Navigate' | 'SetWindowRect' | 'ExecuteScript' | 'PerformActions';

/** Sends a command over a browser's own connection, and returns the value of the answer. */
export type Send = (command: Command, parameters?: object) => Promise<unknown>;

/** One of the browsers that make the same visits. */
export interface Engine {
  /**
   * Opens a tab without a cookie.
   *
   * @param origin the only origin that their browser may request anything from
   */
  visit(origin: string, globalPrivacyControl: boolean): Promise<Tab>;
  close(): Promise<void>;
}

interface Session {
  send: Send;
  /** Console errors and warnings, uncaught errors and third-party requests so far. */
  problems: readonly string[];
  leave(): Promise<void>;
}

export type Tab = Awaited<ReturnType<typeof openTab>>;

const KEYS = { Tab: '\uE004', Enter: '\uE007' };

const stroke = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];
const keyboard = (actions: object[]) => ({ type: 'key', id: 'keyboard', actions });

/** Returns a visitor's tab, as wide as on a desk, of a browser that understands WebDriver. */
export async function openTab({ send, problems, leave }: Session) {
  const act = async (source: object) => void (await send('PerformActions', { actions: [source] }));
  await send('SetWindowRect', { width: 1280, height: 900 });
  return {
    problems,
    leave,
    goTo: async (url: string) => void (await send('Navigate', { url })),
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
      send('ExecuteScript', { script: `return (${run})(...arguments)`, args }) as Promise<
        Awaited<Result>
      >,
  };
}
