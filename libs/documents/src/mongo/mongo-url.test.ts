import { databaseOf } from './mongo-url.js';

test.each([
  ['mongodb://host:27017', 'outlay-auth'],
  ['mongodb://host/', 'outlay-auth'],
  ['mongodb://host/?replicaSet=rs0', 'outlay-auth'],
  ['mongodb://user:p%40ss@one:27017,two:27017/claims?replicaSet=rs0', 'claims-auth'],
  ['mongodb+srv://user:pass@cluster.example.org/claims', 'claims-auth'],
])('at %s the owner auth has the database %s', (url, database) => {
  expect(databaseOf(url, 'auth')).toBe(database);
});

test.each(['', 'nothing', 'http://user:hush@host', 'mongodb://', 'mongodb:///outlay', 'mongodb://user:hush@host/a/b'])(
  '%j is rejected without showing the password',
  (url) => {
    expect(() => databaseOf(url, 'auth')).toThrow(RangeError);
    expect(() => databaseOf(url, 'auth')).not.toThrow('hush');
  },
);
