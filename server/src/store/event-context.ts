/** The columns of an event's context, in the order that copies of events have. Its fields follow from them. */
export const CONTEXT_COLUMNS =
  'path, referrer_host, utm_source, utm_medium, utm_campaign, utm_term, utm_content, viewport, language';
type NamesIn<List> = List extends `${infer First}, ${infer Rest}` ? First | NamesIn<Rest> : List;
type FieldOf<Column> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Rest>}`
  : Column;
type ContextField = FieldOf<NamesIn<typeof CONTEXT_COLUMNS>> & string;
const camelCase = (name: string) => name.replace(/_(.)/, (_, letter) => letter.toUpperCase());
export const CONTEXT_FIELDS = CONTEXT_COLUMNS.split(', ').map(camelCase) as ContextField[];

/** The language is that of the page. */
export type StoredContext = Record<ContextField, string | null>;

export function toContext(
  read: (field: ContextField, place: number) => string | null | undefined,
): StoredContext {
  const entries = CONTEXT_FIELDS.map((field, place) => [field, read(field, place) ?? null]);
  return Object.fromEntries(entries);
}
