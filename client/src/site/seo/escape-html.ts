const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and double-quoted attribute values. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/**
 * JSON for a `<script type="application/json">`: no `<`, so that neither `</script>` nor `<!--` can
 * end or change the block (HTML, "restrictions for contents of script elements").
 */
export const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
