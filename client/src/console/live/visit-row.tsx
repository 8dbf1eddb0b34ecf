import type { EventName } from '#shared/events';
import type { TailEvent } from '#shared/growth';
import { formatMoment } from '../charts/format-axis.ts';
import { Dot } from '../ui/dot.tsx';
import { liveWords } from '../words/console-messages.ts';
import { ageOf, inLargestUnit, lengthOf, stepsOf, type Visit } from './visits.ts';

const words = liveWords.visits;
const SECTIONS: Readonly<Record<string, string>> = words.sections;
const DEVICES: Readonly<Record<string, string>> = words.devices;
const languages = new Intl.DisplayNames('en', { type: 'language' });

type Say = (of: (property: string) => string, isFirst: boolean) => string;

/** What somebody did, in words; `of` returns a property as text. */
const DID: Readonly<Record<EventName, Say>> = {
  section_view: (of) => SECTIONS[of('section_name')] ?? of('section_name'),
  scroll: (of, isFirst) =>
    words.did[isFirst ? 'scrolled' : 'scroll']({ percent: of('percent_scrolled') }),
  button_click(of) {
    const [button, place] = [of('button_name'), of('click_location')];
    return place ? words.did.buttonIn({ button, place }) : words.did.button({ button });
  },
  form_submit(of) {
    const outcome = of('event_label');
    return outcome === 'success' || outcome === 'duplicate' ? words.did[outcome] : words.did.failed;
  },
};

/** An event that no page of this site sends keeps its name. */
function didWhat({ name, properties }: TailEvent, index: number): string {
  return Object.hasOwn(DID, name)
    ? DID[name as EventName]((property) => String(properties[property] ?? ''), index === 0)
    : [name, ...Object.values(properties)].join(' ');
}

interface RowProps {
  visit: Visit;
  now: number;
  /** The time is shown in this time zone. */
  zone: string;
}

/** One visit: its path and how long it took, where the visitor came from, and when. */
export function VisitRow({ visit, now, zone }: RowProps) {
  const [{ occurredAt, source, referrerHost, viewport, language }] = visit;
  const did = stepsOf(visit)
    .map(didWhat)
    .filter((step, index, all) => step !== all[index - 1]);
  const signup = visit.find(({ properties }) => properties['event_label'] === 'success');
  const { isLit } = ageOf([visit], now);
  const about = [
    source ?? referrerHost,
    viewport && DEVICES[viewport],
    language && languages.of(language),
  ];
  return (
    <li>
      <Dot state={signup ? 'done' : isLit ? 'on' : 'off'} kind={signup?.properties['form_type']} />
      <p>
        {did.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a path only grows at its end
          <span key={index}>
            {index > 0 && <span> → </span>}
            {step === words.did.success ? <b>{step}</b> : step}
          </span>
        ))}
        {visit.length > 1 && <small>, {inLargestUnit(lengthOf(visit))}</small>}
        {isLit && <small> {words.soFar}</small>}
      </p>
      <span>{about.filter(Boolean).join(' · ')}</span>
      <time dateTime={occurredAt}>{formatMoment(occurredAt, now, zone)}</time>
    </li>
  );
}
