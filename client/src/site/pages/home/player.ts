import type { Site } from '#shared/site';
import { watchView } from '../../../ui/watch-view.ts';
import { dubbedLines, originalLine, type SpokenLine } from '../../content/dubbing-lines.ts';
import { FRAME_MS, TRACK_MS, timecodeAt, timedWordsOf } from './line-timing.ts';

export type Player = ReturnType<typeof createPlayer>;

export interface PlayerOptions {
  media: Site['media'];
  onChange(isPlaying: boolean): void;
}

/**
 * Plays the timeline's line. The animation of the playhead keeps the time; the timecode, the words and the recording
 * follow it.
 *
 * @param figure the timeline as timeline.tsx renders it
 */
export function createPlayer(figure: HTMLElement, { media, onChange }: PlayerOptions) {
  const find = (selector: string) => figure.querySelector<HTMLElement>(selector);
  const isStepwise = matchMedia('(prefers-reduced-motion: reduce)');
  const isForced = matchMedia('(forced-colors: active)');
  const recordings = createRecordings(media);
  const listening = new AbortController();
  let animation: Animation | undefined;
  /** What the button says. Nothing runs while nobody sees it. */
  let isPlaying = false;
  let isInView = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Which words are lit: the language, how many of both lines, and whether any. */
  let lit = '';

  function dubbedLine() {
    const chosen = figure.querySelector<HTMLInputElement>(':checked')?.value;
    return dubbedLines.find(({ lang }) => lang === chosen) ?? originalLine;
  }

  function update() {
    const runs = isPlaying && isInView && !document.hidden;
    if (runs && !animation) {
      animation = find('[data-playhead]')?.animate(keyframes(), {
        duration: TRACK_MS,
        fill: 'forwards',
      });
      if (animation) animation.onfinish = () => setPlaying(false);
    } else if (runs !== (animation?.playState === 'running')) {
      animation?.[runs ? 'play' : 'pause']();
    }
    follow();
  }

  function setPlaying(value: boolean) {
    isPlaying = value;
    onChange(value);
    update();
  }

  /** Without motion, the playhead stands at the start of each word until the next one. */
  function keyframes(): Keyframe[] {
    if (!isStepwise.matches) {
      // At the end, its head is whole.
      return [
        { translate: '0' },
        { translate: '97%', offset: 0.97 },
        { translate: 'calc(100% - 6px)' },
      ];
    }
    const places = [0, ...dubbedLine().times, 100];
    return places.map((place, index) => ({
      offset: place / 100,
      translate: `${index < places.length - 1 ? place : places.at(-2)}%`,
      easing: 'steps(1)',
    }));
  }

  /** Shows the time of the playhead, once a film frame while it moves: the browser moves the playhead without us. */
  function follow() {
    if (!animation) return;
    const line = dubbedLine();
    const lines = [originalLine, line];
    const isRunning = animation.playState === 'running';
    const time = Number(animation.currentTime ?? 0);
    const place = (time / TRACK_MS) * 100;
    const spoken = lines.map(({ times }) => times.filter((time) => time <= place).length);
    const seen = isStepwise.matches ? (line.times[(spoken[1] ?? 0) - 1] ?? 0) : place;
    const [timecode] = textsIn(find('[data-timecode]'));
    // The text node stays: another child would make the browser match every `:has()` of the page again.
    if (timecode) timecode.data = timecodeAt(seen);
    const words = [line.lang, ...spoken, place < 100].join();
    if (words !== lit) {
      lit = words;
      light(place < 100 ? lines.map((each, index) => [each, spoken[index] ?? 0]) : []);
    }
    const goOn = recordings.follow(line, time, isRunning);
    if (goOn !== time) animation.currentTime = goOn;
    clearTimeout(timer);
    if (isRunning) timer = setTimeout(follow, FRAME_MS);
  }

  /** Lights the spoken words and dims the others, without changing the page. Browsers from before 2025 may light none. */
  function light(lines: [line: SpokenLine, spoken: number][]) {
    if (!CSS.highlights) return;
    const parts = { spoken: new Highlight(), ahead: new Highlight() };
    for (const [line, spoken] of lines) {
      let left = timedWordsOf(line)[spoken]?.index ?? Number.POSITIVE_INFINITY;
      for (const text of textsIn(find(`#subtitle-${line.lang}`))) {
        const border = Math.min(left, text.length);
        left -= border;
        parts.spoken.add(rangeOf(text, 0, border));
        // Forced colours paint every highlight like a selection: there only the spoken words get one.
        if (!isForced.matches) parts.ahead.add(rangeOf(text, border, text.length));
      }
    }
    for (const [name, part] of Object.entries(parts)) CSS.highlights.set(name, part);
  }

  const stopWatching = watchView(figure, (isSeen) => {
    isInView = isSeen;
    update();
  });
  const { signal } = listening;
  document.addEventListener('visibilitychange', update, { signal });
  figure.addEventListener(
    'change',
    () => {
      (animation?.effect as KeyframeEffect | undefined)?.setKeyframes(keyframes());
      follow();
    },
    { signal },
  );
  // A radio button's own Space chooses it, and only the chosen one has the focus.
  figure.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== ' ' || !(event.target as Partial<Element>).matches?.(':checked')) return;
      event.preventDefault();
      if (!event.repeat) setPlaying(!isPlaying);
    },
    { signal },
  );

  return {
    /** Plays, or pauses. After the end it plays from the start. */
    toggle: () => setPlaying(!isPlaying),
    dispose() {
      listening.abort();
      stopWatching();
      isPlaying = false;
      update();
      animation?.cancel();
      light([]);
    },
  };
}

/**
 * Returns the text nodes in an element, as they are now. A browser that translates the page replaces them, at any time,
 * by others in `<font>` elements.
 */
function textsIn(element: Element | null): Text[] {
  if (!element) return [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

function rangeOf(text: Node, from: number, to: number) {
  const range = new Range();
  range.setStart(text, from);
  range.setEnd(text, to);
  return range;
}

/** A recording that is further than this from the playhead is moved, in seconds. */
const DRIFT = 0.15;

/** The operator's recordings of the dubbed lines. Each is fetched when it is first played. */
function createRecordings(media: Site['media']) {
  let audio: HTMLAudioElement | undefined;

  return {
    /**
     * Plays the line's recording where the playhead is, or pauses it.
     *
     * @param time of the playhead, in milliseconds
     * @returns the time to go on from: a recording begins at once, because browsers allow sound only upon a press
     */
    follow(line: SpokenLine, time: number, isRunning: boolean): number {
      const file = Object.entries(media ?? {}).find(([lang]) => lang === line.lang)?.[1];
      const src = file === undefined ? null : `/media/${file}`;
      if (src !== (audio?.getAttribute('src') ?? null)) {
        audio?.pause();
        audio = src !== null && isRunning ? new Audio(src) : undefined;
      }
      if (!audio || audio.error) return time;
      const start = ((line.times[0] ?? 0) / 100) * TRACK_MS;
      const goOn = Math.max(time, start);
      const at = (goOn - start) / 1000;
      if (!isRunning || at >= audio.duration) {
        audio.pause();
        return time;
      }
      if (Math.abs(audio.currentTime - at) > DRIFT && !audio.seeking) audio.currentTime = at;
      // A later frame tries again, e.g. after the file has arrived.
      if (audio.paused) audio.play().catch(() => {});
      return goOn;
    },
  };
}
