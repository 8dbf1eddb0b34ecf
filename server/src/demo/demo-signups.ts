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

const USE_CASES = [
  'Lectures of our university, about 40 hours a term. Students in Madrid and Berlin read subtitles now, and many stop after ten minutes.',
  'Cooking videos',
  'Product tutorials for customers in Japan and Brazil. The speaker must stay recognisable, because he is known from our fairs.',
  'A podcast about gardens, 120 episodes so far.',
  'Safety trainings for four plants. Each has people who speak six languages, and every change of the law means new recordings.',
  'Short films for festivals',
  'I teach maths to pupils of 12 to 16. Parents ask for Arabic and Hindi, and I speak neither.\nA lesson takes eight minutes, and there are 310 of them.',
  'Sermons',
  'Onboarding of new colleagues, who work in eleven countries.',
  'My talks at conferences, for people who could not be there.',
  'We repair old radios and explain each step. Most comments come from Mexico and Poland, so we would begin with these two languages and see whether more people stay to the end.',
  'Trailers for games, in eight languages on the same day',
  'Interviews with nurses about their work, for a museum. Their voices matter more to us than perfect lips.',
];

const CHANNELS = ['maths-in-eight', 'old-radios', 'five-pans', 'garden-hours', 'night-films'];

/** Another number in each group of a hundred, so that neighbours differ. */
const pick = <One>(list: readonly One[], number: number) =>
  list[(number * 7 + Math.floor(number / 100)) % list.length] as One;

/** Returns what somebody enters. The same number enters the same. */
export function enteredBy(person: number, signupType: 'notifyme' | 'beta') {
  const [language, first, last] = pick(NAMES, person);
  const name = `${pick(first.split(' '), person)} ${pick(last.split(' '), person)}`;
  if (signupType === 'notifyme') return { name, language, useCase: null, youtubeChannel: null };
  const channel = `https://www.youtube.com/@example-${pick(CHANNELS, person)}`;
  const youtubeChannel = person % 3 === 0 ? channel : null;
  return { name, language, useCase: pick(USE_CASES, person), youtubeChannel };
}
