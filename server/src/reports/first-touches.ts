/** The earliest value of each person; among values of the same time, the one that was added first. */
export function createFirstTouches() {
  let times = new Float64Array(0);
  /** By person: a place in `values`, plus one, or 0. */
  let places = new Int32Array(0);
  const values: string[] = [];
  const known = new Map<string, number>();

  function placeOf(value: string): number {
    const place = known.get(value) ?? values.push(value);
    known.set(value, place);
    return place;
  }

  return {
    /** Returns numbers to add values with; 0 stands for null. */
    translate: (table: readonly (string | null)[]): Int32Array =>
      Int32Array.from(table, (value) => (value === null ? 0 : placeOf(value))),

    add(person: number, time: number, value: number): void {
      if (person >= places.length) {
        const size = Math.max(1_024, person * 2);
        [times, places] = [
          enlarged(times, new Float64Array(size)),
          enlarged(places, new Int32Array(size)),
        ];
      }
      if (places[person] !== 0 && (times[person] as number) <= time) return;
      times[person] = time;
      places[person] = value;
    },

    // Looking beyond the end of an array is slow.
    of: (person: number): string | null =>
      person < places.length ? (values[(places[person] as number) - 1] ?? null) : null,
  };
}

function enlarged<Numbers extends { set(from: Numbers): void }>(from: Numbers, to: Numbers) {
  to.set(from);
  return to;
}
