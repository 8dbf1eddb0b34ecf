import { dubbedLines, originalLine } from '../../content/dubbing-lines.ts';
import type { pipelineContent } from '../../content/home.ts';
import styles from './stage-clip.module.css';
import { waveform } from './waveform.ts';

type Stage = (typeof pipelineContent.stages)[number]['id'];

/** Draws what each stage does to the line. Purely illustrative: the text beside it says the same. */
export function StageClip({ stage }: { stage: Stage }) {
  const Drawing = drawings[stage];
  return (
    <svg className={styles['clip']} viewBox="0 0 440 112" aria-hidden="true">
      <Drawing />
    </svg>
  );
}

const drawings = {
  analysis: Analysis,
  translation: Translation,
  synthesis: Synthesis,
  mixing: Mixing,
};

const dubbed = dubbedLines[0] ?? originalLine;
/** Waveforms are drawn for a full track; here one is shown at about a third of its width. */
const shrunk = (height: number) => `translate(20 0) scale(${400 / 1100} ${height / 40})`;

/** Picture, speech and sound: frames above, the waveform below, the recognised spans highlighted. */
function Analysis() {
  const frames = [0, 1, 2, 3, 4, 5, 6];
  return (
    <>
      {frames.map((frame) => (
        <g key={frame} transform={`translate(${20 + frame * 58} 16)`}>
          <rect className={styles['outline']} width="52" height="32" />
          <circle className={styles['soft']} cx={18 + frame * 3} cy="14" r="5" />
          <path className={styles['softLine']} d={`M${8 + frame * 3} 32c0-14 20-14 20 0`} />
        </g>
      ))}
      <g transform={`translate(0 56)`}>
        <path
          className={styles['wave']}
          transform={shrunk(40)}
          d={waveform(originalLine.text, 0, 100)}
        />
      </g>
      <path
        className={styles['signal']}
        d="M76 10v92M192 10v92M76 10h8M192 10h-8M76 102h8M192 102h-8"
      />
    </>
  );
}

/** Words change places and length between two languages. */
function Translation() {
  const source = [
    [20, 34],
    [62, 44],
    [114, 52],
    [174, 20],
    [202, 60],
    [270, 46],
    [324, 64],
  ];
  const target = [
    [20, 48],
    [76, 34],
    [118, 30],
    [156, 74],
    [238, 40],
    [286, 62],
    [356, 56],
  ];
  const order = [0, 2, 1, 4, 3, 6, 5];
  const middle = (pair: number[] | undefined) => (pair?.[0] ?? 0) + (pair?.[1] ?? 0) / 2;
  return (
    <>
      {source.map(([x, width]) => (
        <rect key={x} className={styles['word']} x={x} y="16" width={width} height="18" />
      ))}
      {order.map((to, from) => {
        const [x1, x2] = [middle(source[from]), middle(target[to])];
        const moved = to !== from;
        return (
          <path
            key={to}
            className={moved ? styles['signal'] : styles['softLine']}
            d={`M${x1} 38C${x1} 58 ${x2} 54 ${x2} 74`}
          />
        );
      })}
      {target.map(([x, width]) => (
        <rect key={x} className={styles['wordNew']} x={x} y="78" width={width} height="18" />
      ))}
    </>
  );
}

/** The melody of the original voice (dashed) and the new one that follows it. */
function Synthesis() {
  return (
    <>
      <g transform="translate(0 26)">
        <path
          className={styles['waveSoft']}
          transform={shrunk(60)}
          d={waveform(dubbed.text, 0, 100)}
        />
      </g>
      <path
        className={styles['dashed']}
        d="M20 74C50 70 62 34 92 36s40 42 72 38 38-46 70-46 42 40 74 44 40-26 66-30 32 18 46 22"
      />
      <path
        className={styles['signalBold']}
        d="M20 80C50 76 64 40 94 42s40 40 72 36 38-48 70-48 42 44 74 48 40-28 64-32 32 20 46 24"
      />
    </>
  );
}

/** Voice, music and effects, each with its fader line, brought to one level. */
function Mixing() {
  const rows = [
    { y: 12, text: dubbed.text, level: 'M20 24h60l24-8h120l24 8h172' },
    { y: 44, text: 'music under the voice, softly', level: 'M20 50h60l24 14h220l28-14h68' },
    { y: 76, text: 'steps. door. street.', level: 'M20 92h180l20-8h60l20 8h120' },
  ];
  return rows.map(({ y, text, level }) => (
    <g key={y}>
      <g transform={`translate(0 ${y})`}>
        <path className={styles['waveSoft']} transform={shrunk(24)} d={waveform(text, 0, 100)} />
      </g>
      <path className={styles['signal']} d={level} />
    </g>
  ));
}
