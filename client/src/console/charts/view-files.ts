import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Cell } from './csv.ts';
import type { ImageKind } from './save-image.ts';

/** A table or a chart of a view. */
export interface ViewFile {
  /** What it shows. The file is named after it. */
  name: string;
  /** The table, titles first. */
  rows(): readonly (readonly Cell[])[];
  /** Whether it is about everybody, whatever is filtered. */
  isOfEverybody?: boolean | undefined;
  /** Saves the drawing. A table has none. */
  saveImage?: ((kind: ImageKind) => void) | undefined;
}

let files: readonly ViewFile[] = [];
const listeners = new Set<() => void>();

function change(next: readonly ViewFile[]) {
  files = next;
  for (const tell of listeners) tell();
}

export function subscribe(tell: () => void) {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

/** Returns what the view that is shown can be saved as: what leaves the page takes its file along. */
export const viewFiles = () => files;

export const useViewFiles = () => useSyncExternalStore(subscribe, viewFiles);

/** Offers a table or a chart in the menu of its view, which has the latest of it. */
export function useFile(file: ViewFile | null) {
  const entry = useRef({} as ViewFile);
  useEffect(() => {
    Object.assign(entry.current, file);
  });
  // A chart that is only pointed at is the same file.
  const name = file?.name;
  useEffect(() => {
    if (name === undefined) return;
    const { current } = entry;
    change([...files, current]);
    return () => change(files.filter((other) => other !== current));
  }, [name]);
}
