import { nearestName } from '../lib/nearest-name.ts';
import { parseConfig } from './config.ts';
import { readEnvironment } from './environment.ts';

/** Names that other programs use, and that are too different to resemble ours. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  DATABASE: 'DATABASE_URL',
  DB_URL: 'DATABASE_URL',
  POSTGRES_URL: 'DATABASE_URL',
  SMTP_HOST: 'SMTP_URL',
  SMTP_PASSWORD: 'SMTP_URL',
  SMTP_USER: 'SMTP_URL',
  TIMEZONE: 'SITE_TIMEZONE',
};

/** Returns a line for each variable that is no setting but resembles one. */
export function misnamedSettings(root: string): string[] {
  const settings: string[] = [];
  parseConfig({}, settings);
  return Object.entries(readEnvironment(root)).flatMap(([name, value]) => {
    const nearest =
      value && !settings.includes(name) && (ELSEWHERE[name] ?? nearestName(name, settings));
    return nearest
      ? [`${name} is set, but there is no such setting; did you mean ${nearest}?`]
      : [];
  });
}
