/** The picture that stands for a page where a link to it is shared; `scripts/images` draws it at build time. */
export const socialImage = {
  width: 1200,
  height: 630,
  /** Where the header has the brand: that is run-time data, and unknown when the picture is drawn. */
  label: 'AI dubbing toolkit',
  alt: (headline: readonly string[]) =>
    `“${headline.join(' ')}” above an editing timeline: an original track and its dubbed tracks.`,
  path: (page: string) => `/social/${page.slice(1) || 'home'}.png`,
};
