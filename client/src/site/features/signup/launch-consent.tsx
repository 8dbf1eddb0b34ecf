import type { SignupType } from '#shared/signups';
import type { Site } from '#shared/site';
import type { Words } from '../../content/languages.ts';
import styles from './form.module.css';

interface LaunchConsentProps {
  type: SignupType;
  site: Pick<Site, 'company' | 'brand'>;
  words: Words['signup']['signupContent'];
}

/**
 * What somebody agrees to who presses the button below it, on this site and on the page of the message. Its form sends along
 * what it showed: docs/decisions/046-agreed-at-the-press.md.
 */
export function LaunchConsent({ type, site, words }: LaunchConsentProps) {
  const text = words.launch[type](site);
  return (
    <div className={styles['launch']}>
      <input type="hidden" name="launch_text" value={text} />
      {type === 'beta' ? (
        <label>
          <input type="checkbox" name="launch" />
          <span>{text}</span>
        </label>
      ) : (
        <>
          <input type="hidden" name="launch" />
          <p>{text}</p>
        </>
      )}
    </div>
  );
}

/** Returns what a form with {@link LaunchConsent} has shown, and the answer. */
export const launchIn = (form: FormData) => ({
  text: String(form.get('launch_text')),
  agreed: form.has('launch'),
});
