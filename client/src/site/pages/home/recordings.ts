import type { Site } from '#shared/site';
import type { SpokenLine } from '../../content/dubbing-lines.ts';
import { TRACK_MS } from './line-timing.ts';

/** A recording that is further than this from the playhead is moved, in seconds. */
const DRIFT = 0.15;

/** The operator's recordings of the dubbed lines. Each is fetched when it is first played. */
export function createRecordings(media: Site['media']) {
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
