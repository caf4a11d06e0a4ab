/**
 * Where the page's own server takes connections: beside the folder that the page is in. This also holds behind a proxy that
 * serves the pages under a path of its own.
 */
export const serverAddress = (): string => new URL('../glissade', location.href).href
