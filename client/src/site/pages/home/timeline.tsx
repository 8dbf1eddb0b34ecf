import { cx } from '../../../ui/cx.ts';
import {
  type DubbedLine,
  dubbedLines,
  originalLine,
  timelineText,
} from '../../content/dubbing-lines.ts';
import styles from './timeline.module.css';
import { TRACK_BARS, TRACK_HEIGHT, TRACK_WIDTH, waveform } from './waveform.ts';

/**
 * The main illustration of the page: one spoken line as an editing timeline. Radio buttons and `:has()`
 * switch the language, so it works before hydration and without JavaScript.
 */
export function Timeline() {
  return (
    <figure className={styles['timeline']}>
      <figcaption className="visually-hidden">{timelineText.caption}</figcaption>
      <div className={styles['monitor']}>
        <p className={styles['slate']} aria-hidden="true">
          <span>{timelineText.label}</span>
          <span>{timelineText.timecode}</span>
        </p>
        <div className={styles['picture']}>
          <p className={styles['original']}>{originalLine.text}</p>
          <div className={styles['subtitles']}>
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
      </div>
      <div className={styles['tracks']}>
        <div className={cx(styles['track'], styles['ruler'])} aria-hidden="true">
          <span />
          <span className={styles['ticks']}>
            {timelineText.ticks.map((tick) => (
              <span key={tick}>{tick}</span>
            ))}
          </span>
        </div>
        <div className={cx(styles['track'], styles['source'])}>
          <span className={styles['name']}>
            <span className={styles['code']} aria-hidden="true">
              {originalLine.lang}
            </span>
            {originalLine.language}
            <span className={styles['role']}>{timelineText.original}</span>
          </span>
          <Lane line={originalLine} />
        </div>
        <fieldset className={styles['dubs']}>
          <legend className="visually-hidden">{timelineText.legend}</legend>
          {dubbedLines.map((line, index) => (
            <label key={line.lang} className={styles['track']}>
              <span className={styles['name']}>
                <input
                  className={styles['choice']}
                  type="radio"
                  name="dub"
                  value={line.lang}
                  defaultChecked={index === 0}
                  // Not every screen reader announces a change of visibility, so the choice is read
                  // together with its line.
                  aria-describedby={subtitleId(line)}
                />
                <span className={styles['code']} aria-hidden="true">
                  {line.lang}
                </span>
                <span lang={line.lang}>{line.language}</span>
                <span className="visually-hidden">{` (${line.englishName})`}</span>
              </span>
              <Lane line={line} />
            </label>
          ))}
        </fieldset>
        <div className={styles['playhead']} aria-hidden="true" />
      </div>
    </figure>
  );
}

const subtitleId = ({ lang }: DubbedLine) => `subtitle-${lang}`;

function Lane({ line }: { line: DubbedLine }) {
  const bar = TRACK_WIDTH / TRACK_BARS;
  const start = Math.round((line.start / 100) * TRACK_BARS) * bar;
  const end = Math.round((line.end / 100) * TRACK_BARS) * bar;
  return (
    <svg
      className={styles['lane']}
      viewBox={`0 0 ${TRACK_WIDTH} ${TRACK_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles['clip']} x={start} width={end - start} height={TRACK_HEIGHT} />
      <path className={styles['wave']} d={waveform(line.text, line.start, line.end)} />
    </svg>
  );
}
