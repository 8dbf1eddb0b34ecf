import { prerender } from 'react-dom/static.edge';
import { escapeHtml } from '#shared/escape-html';
import type { EnteredWords, MailPage, MailPageMore, RenderInput } from '#shared/page';
import type { Offers } from '#shared/site';
import { prefixOf } from '#shared/site-languages';
import appStyles from '../site/app.module.css';
import { mailLink } from '../site/content/identity.ts';
import { loadWording, type Wording, type Words, wordsModules } from '../site/content/languages.ts';
import type { LeaveChoice, MailPageText } from '../site/content/structure/mail.ts';
import receiptStyles from '../site/features/signup/form.module.css';
import { LaunchConsent } from '../site/features/signup/launch-consent.tsx';
import { SignupBenefits } from '../site/features/signup/signup-benefits.tsx';
import footerStyles from '../site/layout/footer/footer.module.css';
import headerStyles from '../site/layout/header/header.module.css';
import pageStyles from '../site/layout/plain-page.module.css';
import infoStyles from '../site/pages/info-page.module.css';
import { inline } from '../site/pages/info-page.tsx';
import { Button, buttonLink } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { servable } from './servable.ts';
import { htmlPage, styleTags } from './site-document.ts';

/**
 * Renders a page that a link in a message leads to. It has the site's styles and no script: it works without
 * JavaScript, measures nothing, and passes its address, which holds a secret, to nobody. The form posts to that same
 * address, so the secret is not in the page.
 */
export async function mailPage(
  page: MailPage,
  { data, manifest }: RenderInput,
  more: MailPageMore = {},
): Promise<string> {
  const { language, site } = data;
  const wording = await loadWording(language);
  const words = await wording.load('mail');
  const form = (await wording.load('signup')).signupContent;
  const offers = (await wording.load('offers')).offersOf(site);
  const isDeclined = page === 'leave' && more.state === 'already' && !more.getsLaunch;
  const { heading } = isDeclined
    ? { heading: words.leaveChoices(false).everything.button }
    : words.mailPages[page];
  const { prelude } = await prerender(
    <MailPageBody {...{ page, heading, isDeclined, site, wording, words, form, offers, more }} />,
  );
  const styled = [
    'client/src/site/pages/not-found-page.tsx',
    ...(more.entered ? ['client/src/site/pages/info-page.tsx'] : []),
    ...(more.entered && ['confirm', 'confirmed'].includes(page)
      ? ['client/src/site/features/signup/signup-section.tsx']
      : []),
    ...wordsModules(language),
  ];
  const head = [
    `<title>${escapeHtml(words.mailPageText.title(heading, site.brand))}</title>`,
    '<meta name="robots" content="noindex, nofollow">',
    ...(manifest ? styleTags(manifest, styled, 'display') : []),
  ];
  const root = `<div id="root">${servable(await new Response(prelude).text())}</div>`;
  return htmlPage(language, head, root);
}

interface MailPageProps {
  page: MailPage;
  heading: string;
  /** Whether somebody who could have messages stopped has done so: what is left is to delete. */
  isDeclined: boolean;
  site: RenderInput['data']['site'];
  wording: Wording;
  words: Words['mail'];
  form: Words['signup']['signupContent'];
  offers: Offers;
  more: MailPageMore;
}
interface EnteredProps extends MailPageProps {
  entered: EnteredWords;
  code: string | undefined;
}

/**
 * What somebody entered: strangers can sign up the owner of a mailbox, with words of their own. Pages that do not ask to
 * confirm it name the address alone.
 */
function Entered({ entered, page, isDeclined, words, form, code }: EnteredProps) {
  const { labels, tabs, receipt } = form;
  const isAsked = page === 'confirm';
  const facts: [string, string | false | null, ('bdi' | 'strong' | 'code')?][] = [
    [labels.email, entered.maskedEmail, 'strong'],
    [words.mailPageText.kind, isAsked && tabs[entered.signupType].label],
    [labels.name, isAsked && entered.name],
    [labels.youtubeChannel, isAsked && entered.youtubeChannel],
    [labels.useCase, isAsked && entered.useCase],
    [words.mailPageText.launch.term, isDeclined && words.mailPageText.launch.none],
    [receipt.discount.term, code ?? null, 'code'],
  ];
  return (
    <dl className={infoStyles['facts']}>
      {facts.map(
        ([label, value, Value = 'bdi']) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Value dir="auto">{value.replaceAll(/\p{Bidi_C}/gu, '')}</Value>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The confirmed signup, lit as on the home page, and what it brings. */
function Done({ entered: { signupType, maskedEmail }, more, form, offers, code }: EnteredProps) {
  const { receipt, tabs } = form;
  const { title, rows: all } = receipt.success[signupType];
  // What the site cannot say without mail, it promises only to those who have agreed.
  const rows = all.filter((row) => more.getsLaunch || !row.withoutMail);
  return (
    <>
      <section className={receiptStyles['receipt']} data-type={signupType} aria-label={title}>
        <dl>
          {rows.map(({ term, detail = maskedEmail }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <bdi>{detail}</bdi>
              </dd>
            </div>
          ))}
          {code && (
            <div>
              <dt>{receipt.discount.term}</dt>
              <dd>
                <code>{code}</code>
              </dd>
            </div>
          )}
        </dl>
      </section>
      <SignupBenefits type={signupType} offers={offers}>
        <h2>{tabs[signupType].benefitsTitle}</h2>
      </SignupBenefits>
    </>
  );
}

function MailPageBody(props: MailPageProps) {
  const { page, heading, site, wording, words, form, offers, more } = props;
  const { text, button }: MailPageText = words.mailPages[page];
  const { navigationText, pageLabels } = wording.frame;
  const { entered } = more;
  const { keep } = words.mailPageText;
  const [before, after] = words.mailPageText.ask;
  const done = page === 'confirmed' ? entered : undefined;
  const asked = page === 'confirm' ? entered : undefined;
  const hasDiscount = offers.conditions !== undefined;
  /** By the value of its button, what the page offers. */
  const choices =
    page === 'leave'
      ? Object.entries<LeaveChoice>(words.leaveChoices(more.getsLaunch ?? false))
      : [];
  const prefix = prefixOf(wording.language);
  const code = hasDiscount ? more.code : undefined;
  // An applicant has a code once accepted.
  const hasCode = code || entered?.signupType === 'notifyme';
  const endsDiscount = page === 'leave' && more.state === 'already' && hasDiscount && hasCode;
  const isGone = page === 'left' || page === 'removed';
  return (
    <>
      <header className={headerStyles['header']}>
        <div className={headerStyles['bar']}>
          <a
            className={`brand ${headerStyles['brand']}`}
            href={`${prefix}/`}
            aria-label={navigationText.home(site)}
          >
            <Logo />
            {site.brand}
          </a>
        </div>
      </header>
      <main id="main" className={appStyles['main']}>
        <div className={pageStyles['page']}>
          <div className={pageStyles['words']}>
            <h1 className={pageStyles['heading']}>
              {done && <span className="dot" data-type={done.signupType} data-done={true} />}{' '}
              {done ? form.receipt.success[done.signupType].title : heading}
            </h1>
            {more.text === undefined ? (
              <p>{text}</p>
            ) : (
              more.text.split(/\n+/).map((line) => (
                <p key={line} dir="auto">
                  {line}
                </p>
              ))
            )}
            {entered && !done && <Entered {...props} entered={entered} code={code} />}
            {done && <Done {...props} entered={done} code={code} />}
            {done?.signupType === 'notifyme' && (
              <p>{inline(words.mailPageText.offerBeta(mailLink(site)))}</p>
            )}
            {more.openUrl !== undefined && (
              <p>
                <a className={buttonLink('solid')} href={more.openUrl} rel="noreferrer">
                  {words.mailPageText.open(site.brand)}
                </a>
              </p>
            )}
            {endsDiscount && <p>{words.mailPageText.discount}</p>}
            {choices.length > 0 && (
              // Nothing is deleted by one press.
              <form method="post" className={pageStyles['choices']}>
                {choices.map(([what, { button: label, means, sure }]) => {
                  const act = { type: 'submit', name: 'what', value: what, size: 'large' } as const;
                  return (
                    <div key={what}>
                      {sure ? (
                        <details name="what">
                          <summary className={buttonLink('quiet')}>
                            <span>{label}</span>
                            <span>{keep}</span>
                          </summary>
                          <p>
                            {before}
                            <bdi>{entered?.maskedEmail}</bdi>
                            {after}
                          </p>
                          <Button {...act} variant="solid" label={sure} />
                        </details>
                      ) : (
                        <Button {...act} variant="solid" label={label} />
                      )}
                      <p>{means}</p>
                    </div>
                  );
                })}
                <p>{words.mailPageText.stays}</p>
              </form>
            )}
            {button === undefined && choices.length === 0 && (
              <p>
                <a
                  className={buttonLink('quiet')}
                  href={isGone ? `${prefix}/#signup` : `${prefix}/`}
                >
                  {isGone ? words.mailPageText.signUpAgain : words.mailPageText.toHome}
                </a>
              </p>
            )}
            {button !== undefined && (
              <form method="post">
                {asked && <LaunchConsent type={asked.signupType} site={site} words={form} />}
                {/(expired|again)$/.test(page) && <input type="hidden" name="again" value="1" />}
                <Button
                  type="submit"
                  variant="solid"
                  size="large"
                  label={button}
                  // One press of Enter must not confirm what was scrolled past.
                  autoFocus={!asked?.useCase}
                />
              </form>
            )}
            {/* Something else may have pressed a button before: nobody is left without a way on. */}
            <p>{inline(words.mailPageText.writeTo(mailLink(site)))}</p>
          </div>
        </div>
      </main>
      <footer className={footerStyles['footer']}>
        <div className={footerStyles['inner']}>
          <div className={footerStyles['end']}>
            <nav aria-label={words.mailPageText.legal}>
              <ul className={footerStyles['links']}>
                {(['/privacy', '/impressum'] as const).map((path) => (
                  <li key={path}>
                    <a href={prefix + path}>{pageLabels[path]}</a>
                  </li>
                ))}
              </ul>
            </nav>
            <p>{site.company}</p>
          </div>
        </div>
      </footer>
    </>
  );
}
