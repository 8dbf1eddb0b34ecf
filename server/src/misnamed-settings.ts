import { parseConfig, readEnvironment } from './config.ts';
import { nearestName } from './nearest-name.ts';

/** Returns a line for each variable that is no setting but resembles one. */
export function misnamedSettings(root: string): string[] {
  const settings: string[] = [];
  parseConfig({}, settings);
  return Object.entries(readEnvironment(root)).flatMap(([name, value]) => {
    const nearest = value && !settings.includes(name) && nearestName(name, settings);
    return nearest
      ? [`${name} is set, but there is no such setting; did you mean ${nearest}?`]
      : [];
  });
}
