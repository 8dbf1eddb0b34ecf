import styles from './logo.module.css';

/** The logo: a clip on a track with the status dot lit, as in the favicon. */
export function Logo() {
  return (
    <svg className={styles['logo']} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles['clip']} width="32" height="32" rx="6" />
      <path
        className={styles['wave']}
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M8 13v6M13 8v16M18 11v10"
      />
      <circle fill="oklch(.72 .18 50)" cx="24" cy="16" r="3" />
    </svg>
  );
}
