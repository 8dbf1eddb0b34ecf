import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { loadCode } from '../../../ui/load-code.ts';
import { whenIdle } from '../../../ui/when-idle.ts';
import {
  type DubbedLine,
  dubbedLines,
  originalLine,
  type SpokenLine,
  timelineTicks,
} from '../../content/dubbing-lines.ts';
import { usePorts, useWords } from '../../ports.ts';
import { lipClosures, RESTING_AT, timecodeAt, timedWordsOf } from './line-timing.ts';
import type { Player } from './player.ts';
import styles from './timeline.module.css';
import { TRACK_HEIGHT, TRACK_WIDTH, waveform } from './waveform.ts';

/**
 * The main illustration of the page: one spoken line as an editing timeline. Radio buttons and `:has()`
 * switch the language, so it works before hydration and without JavaScript.
 */
export function Timeline() {
  const { timelineText } = useWords('home');
  const { site, language } = usePorts().data;
  // An English page opens with the first: a line is not dubbed into its own language.
  const [opened = dubbedLines[0]] = dubbedLines.filter(({ lang }) => language.startsWith(lang));
  return (
    <figure className={styles['timeline']} dir="ltr">
      <figcaption className="visually-hidden">{timelineText.caption}</figcaption>
      <fieldset className={styles['languages']}>
        <legend className="visually-hidden">{timelineText.legend}</legend>
        {dubbedLines.map((line) => (
          <label key={line.lang} className={styles['language']}>
            <input
              className={styles['choice']}
              type="radio"
              name="dub"
              value={line.lang}
              defaultChecked={line === opened}
              // Not every screen reader announces a change of visibility, so the choice is read together with its line.
              aria-describedby={subtitleId(line)}
            />
            <span className={styles['code']} aria-hidden="true">
              {line.lang}
            </span>
            <span className={styles['own']} lang={line.lang}>
              {line.language}
            </span>
            <span className="visually-hidden">{` (${timelineText.languages[line.lang]})`}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles['picture']}>
        <p className={styles['slate']} aria-hidden="true">
          <span>{timelineText.label}</span>
          <span data-timecode="">{timecodeAt(RESTING_AT)}</span>
        </p>
        <p id={subtitleId(originalLine)} lang="en" className={styles['original']}>
          {originalLine.text}
        </p>
        <div className={cx(styles['subtitles'], styles['stack'])}>
          {dubbedLines.map((line) => (
            <p
              key={line.lang}
              id={subtitleId(line)}
              lang={line.lang}
              dir={line.dir}
              data-line={line.lang}
            >
              {line.text}
            </p>
          ))}
        </div>
      </div>
      <div className={styles['tracks']}>
        <div className={styles['track']}>
          <PlayButton className={cx(styles['name'], styles['play'])} />
          <span className={styles['ticks']} aria-hidden="true">
            {timelineTicks.map((tick) => (
              <span key={tick}>{tick}</span>
            ))}
          </span>
        </div>
        <div className={cx(styles['track'], styles['source'])} aria-hidden="true">
          <span className={styles['name']}>
            {originalLine.language}
            <span className={styles['role']}>{timelineText.original}</span>
          </span>
          <Lane>
            <Clip line={originalLine} lipsAt={TRACK_HEIGHT - MARK} />
          </Lane>
        </div>
        <div className={styles['track']} aria-hidden="true">
          <span className={styles['name']}>
            <span className={styles['stack']}>
              {dubbedLines.map(({ lang, language }) => (
                <span key={lang} lang={lang} data-line={lang}>
                  {language}
                </span>
              ))}
            </span>
            <span className={styles['role']}>{timelineText.dubbed}</span>
          </span>
          <Lane>
            {dubbedLines.map((line) => (
              <g key={line.lang} data-line={line.lang}>
                <Clip line={line} lipsAt={0} />
              </g>
            ))}
          </Lane>
        </div>
        <div className={styles['playhead']} data-playhead="" aria-hidden="true" />
      </div>
      <p className={styles['legend']} aria-hidden="true">
        <span>{timelineText.words}</span>
        <span>{timelineText.lips}</span>
      </p>
      {site.media && (
        <p className={styles['legend']} dir="auto">
          {timelineText.synthetic}
        </p>
      )}
    </figure>
  );
}

const subtitleId = ({ lang }: Pick<DubbedLine | SpokenLine, 'lang'>) => `subtitle-${lang}`;

const MARK = 9;

function Lane({ children }: { children: ReactNode }) {
  return (
    <svg
      className={styles['lane']}
      viewBox={`0 0 ${TRACK_WIDTH} ${TRACK_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** @param lipsAt the upper end of the marks for closed lips; those of the two tracks face each other */
function Clip({ line, lipsAt }: { line: SpokenLine; lipsAt: number }) {
  const x = (place: number) => Math.round((place / 100) * TRACK_WIDTH);
  const marks = (places: number[], y: number) =>
    places.map((place) => `M${x(place)} ${y}v${MARK}`).join('');
  const [start = 0] = line.times;
  return (
    <>
      <rect
        className={styles['clip']}
        x={x(start)}
        width={x((line.times.at(-1) ?? 0) - start)}
        height={TRACK_HEIGHT}
      />
      <path className={styles['wave']} d={waveform(line)} />
      <path
        className={styles['marks']}
        d={marks(
          timedWordsOf(line).map((word) => word.start),
          TRACK_HEIGHT - MARK - lipsAt,
        )}
      />
      <path className={styles['lips']} d={marks(lipClosures(line), lipsAt)} />
    </>
  );
}

/** Plays and pauses the timeline around it. The player loads when the browser is idle, or on the press if that comes first. */
function PlayButton({ className }: { className: string }) {
  const { media } = usePorts().data.site;
  const { timelineText } = useWords('home');
  const [isPlaying, setPlaying] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const player = useRef<Promise<Player>>(undefined);
  const load = useRef(async () => {
    // Now, because the visitor may have left the page when the code arrives.
    const figure = button.current?.closest('figure') as HTMLElement;
    const { createPlayer } = await loadCode(() => import('./player.ts'));
    return createPlayer(figure, { media, onChange: setPlaying });
  });
  useEffect(() => {
    whenIdle(() => {
      if (button.current) player.current ??= load.current();
    });
    return () => void player.current?.then(({ dispose }) => dispose());
  }, []);
  async function toggle() {
    player.current ??= load.current();
    (await player.current).toggle();
  }
  return (
    <button ref={button} type="button" className={className} onClick={() => void toggle()}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <path d={isPlaying ? 'M1 0h3v10H1zM6 0h3v10H6z' : 'M1 0l9 5-9 5z'} />
      </svg>
      {/* In an element of its own, or it would not change on a page that the browser translates. */}
      <span>{isPlaying ? timelineText.pause : timelineText.play}</span>
      <span className="visually-hidden">{timelineText.theLine}</span>
    </button>
  );
}
