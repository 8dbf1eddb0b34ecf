import styles from './logo.module.css';

/** The logo: a clip on a track with the status dot lit, as in the favicon. */
export function Logo() {
  return (
    <svg className={styles['logo']} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles['clip']} width="32" height="32" rx="6" />
      <path className={styles['wave']} d="M8 13v6M13 8v16M18 11v10" />
      <circle className={styles['statusDot']} cx="24" cy="16" r="3" />
    </svg>
  );
}
