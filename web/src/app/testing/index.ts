export * from './answers';
export * from './builders';
export * from './expect-accessible';
export * from './render-route';
export * from './messages';
export * from './saved-files';
export * from './screen-texts';
export { server } from './server';
export * from './timers';
