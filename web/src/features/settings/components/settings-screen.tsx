import { PageHeader } from '../../../ui/page-header';
import { PasswordCard } from './password-card';
import { ProfileCard } from './profile-card';

export function SettingsScreen() {
  return (
    <>
      <PageHeader title="Settings" subtitle="Your profile, and how you sign in" />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <ProfileCard />
        <PasswordCard />
      </div>
    </>
  );
}
