import type { FunnelQuery } from '#shared/funnel';
import type { Journey } from '../../reports/journey-heap.ts';

/**
 * Returns a function that makes two events of one that may take two steps: an event that meets a step with `sameEvent`
 * and the step before it. They share their instant, so the rules try them in the order of the steps. The function
 * returns the same arrays each time.
 */
export function splitEvents({ steps }: FunnelQuery): (journey: Journey) => Journey {
  const shared = steps.flatMap(({ sameEvent }, step) => (sameEvent && step > 0 ? [step] : []));
  if (shared.length === 0) return (journey) => journey;
  let times = new Float64Array(256);
  let met = new Int32Array(256);
  return (journey) => {
    const most = journey.length * (1 + shared.length);
    if (most > times.length) {
      times = new Float64Array(most * 2);
      met = new Int32Array(most * 2);
    }
    let length = 0;
    const put = (time: number, bits: number) => {
      times[length] = time;
      met[length] = bits;
      length += 1;
    };
    for (let event = 0; event < journey.length; event++) {
      const [time, all] = [journey.times[event] ?? 0, journey.met[event] ?? 0];
      const apart = shared.filter((step) => (all & (0b11 << (step - 1))) === 0b11 << (step - 1));
      put(
        time,
        apart.reduce((bits, step) => bits & ~(1 << step), all),
      );
      for (const step of apart) put(time, 1 << step);
    }
    return { ...journey, length, times, met };
  };
}
