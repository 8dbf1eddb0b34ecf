import type { Language } from '#shared/site-languages';

/** First and last names that go together, by the language in which their owners read the site. */
const NAMES: readonly (readonly [Language, first: string, last: string])[] = [
  ['en', 'Grace Owen Maya Tom Priya', 'Okafor Baker O’Neill Reid Lindqvist Shah Campbell'],
  ['de', 'Lena Jonas Anke Felix Mira', 'Weber Grün Krause Şahin Sommer Vogt Bauer'],
  ['es', 'Lucía Diego Marta Pablo Inés', 'Núñez Ortega Ramírez Gil Campos Vidal Soto'],
  ['fr', 'Chloé Hugo Amélie Karim Inès', 'Moreau Lefèvre Diallo Petit Garnier Benali Roux'],
  ['en', 'Aisha Daniel Zofia Marek Nora', 'Bello Kowalska Haddad Nilsen Novák Ferrari Costa'],
  ['pt-BR', 'Beatriz Caio Luana Rafael Júlia', 'Souza Almeida Ribeiro Gonçalves Lima Prado Rocha'],
  ['ja', '山田 佐藤 中村 小林 加藤', '美咲 健太 陽菜 大輔 さくら 直樹 葵'],
  ['en', 'Дмитрий Олена Иван Мария София', 'Коваль Мельник Шевченко Бондар Савчук Марчук Гончар'],
];

/** What for, and what a channel about it may be called. */
const USES: readonly (readonly [useCase: string, channel?: string])[] = [
  [
    'Lectures of our university, about 40 hours a term. Students in Madrid and Berlin read subtitles now, and many stop after ten minutes.',
  ],
  ['Cooking videos', 'pans'],
  [
    'Product tutorials for customers in Japan and Brazil. The speaker must stay recognisable, because he is known from our fairs.',
  ],
  ['A podcast about gardens, 120 episodes so far.', 'gardens'],
  [
    'Safety trainings for four plants. Each has people who speak six languages, and every change of the law means new recordings.',
  ],
  ['Short films for festivals', 'night-films'],
  [
    'I teach maths to pupils of 12 to 16. Parents ask for Arabic and Hindi, and I speak neither. A lesson takes eight minutes, and there are 310 of them.',
    'maths-in-eight',
  ],
  ['Sermons'],
  ['Onboarding of new colleagues, who work in eleven countries.'],
  ['My talks at conferences, for people who could not be there.'],
  [
    'We repair old radios and explain each step. Most comments come from Mexico and Poland, so we would begin with these two languages and see whether more people stay to the end.',
    'old-radios',
  ],
  ['Trailers for games, in eight languages on the same day'],
  [
    'Interviews with nurses about their work, for a museum. Their voices matter more to us than perfect lips.',
  ],
];

/** Scattered, so that neighbours differ, and in each list in another way. */
const pick = <One>(list: readonly One[], person: number) =>
  list[(Math.imul(person + list.length, 0x9e3779b1) >>> 8) % list.length] as One;

/** Returns what somebody enters. The same number enters the same. */
export function enteredBy(person: number, signupType: 'notifyme' | 'beta') {
  const [language, first, last] = pick(NAMES, person);
  const name = `${pick(first.split(' '), person)} ${pick(last.split(' '), person)}`;
  if (signupType === 'notifyme') return { name, language, useCase: null, youtubeChannel: null };
  const [useCase, channel] = pick(USES, person);
  const youtubeChannel = channel ? `https://www.youtube.com/@${channel}-${person}` : null;
  return { name, language, useCase, youtubeChannel };
}
