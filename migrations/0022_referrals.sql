-- Referrals: the code of a person, the friends who came by it, and the credit for them (docs/contract §24).

create table referral_code (
  person_id uuid primary key references person on delete cascade,
  code text not null unique check (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
  created_at timestamptz not null default now()
);
comment on table referral_code is 'The code of a person''s referral link. Created when the person first asks for it.';

create table referral (
  id uuid primary key default uuidv7(),
  referrer_id uuid not null references person on delete restrict,
  referred_person_id uuid not null unique references person on delete restrict,
  order_id uuid not null unique references orders on delete restrict,
  state text not null default 'pending' check (state in ('pending', 'rewarded', 'cancelled', 'refused', 'reversed')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reward_minor bigint not null check (reward_minor > 0),
  credited_minor bigint not null default 0 check (credited_minor between 0 and reward_minor),
  taken_back_minor bigint not null default 0 check (taken_back_minor >= 0),
  debt_minor bigint not null default 0 check (debt_minor >= 0),
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint referral_of_another check (referrer_id <> referred_person_id),
  constraint referral_decided check ((state = 'pending') = (decided_at is null)),
  constraint referral_credited check (credited_minor = 0 or state in ('rewarded', 'reversed')),
  constraint referral_taken_back check (taken_back_minor + debt_minor <= reward_minor
    and (taken_back_minor + debt_minor = 0 or state = 'reversed'))
);
comment on table referral is
  'A new customer and the person whose code brought them. The unique key gives at most one reward for a person, ever.';
comment on column referral.state is 'src/domain/orders/referral.ts has the state machine.';
comment on column referral.order_id is 'The friend''s first order.';
comment on column referral.reward_minor is 'The value of the reward, in minor units. So are the other amounts.';
comment on column referral.credited_minor is 'The part of the reward that became credit. The rest paid debts of earlier referrals.';
comment on column referral.taken_back_minor is 'The credit that was taken back, as far as the balance allowed.';
comment on column referral.debt_minor is 'The rest that could not be taken back. It lowers later rewards.';
comment on column referral.due_at is 'When the reward is decided next: the end of the refund window, or a later check.';
create index referral_referrer on referral (referrer_id, id);
create index referral_due on referral (due_at) where state = 'pending';

insert into transition (machine, from_state, to_state) values
  ('referral', 'pending', 'rewarded'),
  ('referral', 'pending', 'cancelled'),
  ('referral', 'pending', 'refused'),
  ('referral', 'rewarded', 'reversed');
create trigger referral_transition before update of state on referral for each row execute function guard_transition('referral');
