const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text and double-quoted attribute values. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/**
 * Returns JSON for a `<script type="application/json">`. It has no `<`, so neither `</script>` nor
 * `<!--` can end or change the block (HTML, "restrictions for contents of script elements").
 */
export const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
