/** One of the browsers that make the same visits. */
export interface Engine {
  /**
   * Creates a visitor with a new profile: no cookie, no cache, no history.
   *
   * @param origin the only origin that their browser may request anything from
   */
  visit(origin: string, preferences: Preferences): Promise<Visitor>;
  close(): Promise<void>;
}

/** Settings of a visitor's browser. */
export interface Preferences {
  reducedMotion?: boolean;
  globalPrivacyControl?: boolean;
}

export interface Visitor {
  /** Opens a tab of 1280 × 800 px in front of the others. */
  openTab(): Promise<Tab>;
  /** Returns console errors and warnings, uncaught errors and third-party requests of all tabs so far. */
  problems(): string[];
  leave(): Promise<void>;
}

export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'ArrowRight';

/** The actions of a hand, an eye and the browser's own buttons. {@link ./actions.ts} builds on them. */
export interface Tab {
  goTo(url: string): Promise<void>;
  reload(): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** Clicks the main mouse button at a point of the viewport. */
  clickAt(point: Point): Promise<void>;
  /**
   * Runs a function in the page. It may only use its arguments and globals; arguments and result are passed as JSON.
   */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  close(): Promise<void>;
}

export interface Point {
  x: number;
  y: number;
}

export const TAB_SIZE = { width: 1280, height: 800 };
