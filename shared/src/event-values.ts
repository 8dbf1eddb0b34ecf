// Separate from the schemas, so that the browser's tracker can use the names without zod.
export const SCROLL_MILESTONES = [25, 50, 75, 90, 100] as const;
export const TRACKED_SECTIONS = ['hero', 'pipeline', 'benefits', 'signup'] as const;
export const SIGNUP_TYPES = ['notifyme', 'beta'] as const;
export const FORM_OUTCOMES = ['success', 'duplicate', 'error'] as const;
export const CLICK_LOCATIONS = ['header', 'hero', 'menu'] as const;
export const VIEWPORTS = ['small', 'medium', 'large'] as const;
