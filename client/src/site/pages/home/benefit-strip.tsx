import type { benefitsContent } from '../../content/home.ts';
import styles from './benefit-strip.module.css';
import { pseudoRandom } from './waveform.ts';

type Benefit = (typeof benefitsContent.benefits)[number]['id'];

/** A narrow strip above each benefit, drawn like the meters on a desk. */
export function BenefitStrip({ benefit }: { benefit: Benefit }) {
  return (
    <svg
      className={styles['strip']}
      viewBox="0 0 480 64"
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
    >
      <path className={styles[benefit]} d={strips[benefit].ink} />
      <path className={styles['faint']} d={strips[benefit].faint} />
    </svg>
  );
}

/** A level meter: at the target level, and not above it. */
function meter() {
  const segment = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `M${(from + i) * 12 + 3} 16v32`).join('');
  return { ink: segment(0, 33), faint: `${segment(34, 40)}M399 6v52` };
}

/** Dynamics: from a whisper to a cry and back. */
function dynamics() {
  const sizes = [2, 3, 4, 3, 6, 10, 15, 22, 28, 24, 15, 9, 12, 18, 11, 6, 3, 4, 2];
  let at = 4;
  let ink = '';
  for (const size of sizes) {
    ink += `M${at} 32a${size} ${size} 0 1 0 ${size * 2} 0a${size} ${size} 0 1 0-${size * 2} 0`;
    at += size * 2 + 4;
  }
  return { ink, faint: '' };
}

/** The same sentence needs other words, and a different number of them. */
function words() {
  const row = (y: number, widths: readonly number[]) => {
    let at = 0;
    let path = '';
    for (const width of widths) {
      path += `M${at} ${y}h${width}v12h-${width}z`;
      at += width + 8;
    }
    return path;
  };
  return {
    ink: row(26, [64, 30, 96, 44, 82, 58]),
    faint: row(4, [40, 88, 26, 70, 52, 30, 64]) + row(48, [120, 54, 36, 148, 40]),
  };
}

/** Many tracks at once. */
function tracks() {
  const random = pseudoRandom('scalable production');
  const paths = { ink: '', faint: '' };
  for (let row = 0; row < 7; row++) {
    let at = Math.round(random() * 30);
    while (at < 470) {
      const width = Math.min(20 + Math.round(random() * 90), 480 - at);
      paths[random() > 0.4 ? 'ink' : 'faint'] += `M${at} ${row * 9 + 2}h${width}v5h-${width}z`;
      at += width + 4 + Math.round(random() * 10);
    }
  }
  return paths;
}

const strips: Record<Benefit, { ink: string; faint: string }> = {
  meter: meter(),
  dynamics: dynamics(),
  words: words(),
  tracks: tracks(),
};
