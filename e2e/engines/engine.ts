/** One of the browsers that the same visits are made with. */
export interface Engine {
  /**
   * A visitor with a profile of their own: no cookie, no cache, no history.
   *
   * @param origin the only one that their browser may ask for anything
   */
  visit(origin: string, preferences: Preferences): Promise<Visitor>;
  close(): Promise<void>;
}

/** What somebody has set in their browser. */
export interface Preferences {
  reducedMotion?: boolean;
  globalPrivacyControl?: boolean;
}

export interface Visitor {
  /** Opens a tab of 1280 × 800 px in front of the others. */
  openTab(): Promise<Tab>;
  /** Console errors and warnings, uncaught errors, requests to third parties, in all tabs so far. */
  problems(): string[];
  leave(): Promise<void>;
}

export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Escape' | 'ArrowRight' | 'ArrowLeft';

/** What a hand, an eye and the browser's own buttons can do. {@link ./actions.ts} is made of these. */
export interface Tab {
  goTo(url: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses the main mouse button at a point of the viewport. */
  clickAt(point: Point): Promise<void>;
  /** Runs a function in the page. It may use its arguments and globals only; both ways carry JSON. */
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
