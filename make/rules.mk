#= Rules against oracles, and simulated worlds

.PHONY: speech oracle night-cases balance-oracle quiet advice air circle flight sync signals simulate nights simulate-year cabin-sounds

oracle: $(PROGRAM) #- compares the alarms with an oracle that was written from the rules: 400 random timelines
	python3 Tests/oracle/test_model.py
	python3 Tests/oracle/run.py $(LAPWING) --short --jobs $$(nproc)

night-cases: $(PROGRAM) #- plays 22 nights that were written from medical texts, in ten seconds or so
	python3 Tests/night-cases/nights.py $(LAPWING)

balance-oracle: $(PROGRAM) #- compares load sheets with an oracle that was written from the rules: 400 random ones
	python3 Tests/balance-oracle/run.py $(LAPWING) --short --jobs $$(nproc)

quiet: $(PROGRAM) #- compares when an update installs itself with a model that was written from the rule: 34 timelines; TIMELINES=number
	python3 Tests/quiet-oracle/oracle.py $(LAPWING) --seeds $(or $(TIMELINES),34) --jobs 1

advice: $(PROGRAM) #- compares the advice to passengers, and times above the expected CO2, with a table written from the specification
	python3 Tests/advice-oracle/advice.py $(LAPWING)

air: setup #- compares the outdoor air with a second program that was written from its definitions: 200 random worlds
	@$(call MAKE_FAST,air-replay)
	python3 Tests/air-oracle/test_air.py
	python3 Tests/air-oracle/run.py '$(FAST)/air-replay --answer' 200

flight: $(PROGRAM) #- finds the phases of a dozen simulated flights, and none in some weeks at home
	python3 Tests/flight-proof/run.py $(LAPWING) --short --jobs $$(nproc)

circle: setup #- compares the care circle with an oracle that was written from its rules, and plays 4,000 nights; a minute or so
	@$(call MAKE_FAST,circle-replay)
	@$(call MAKE_FAST,circle-nights)
	python3 Tests/circle-oracle/run.py $(FAST)/circle-replay --seeds 300 --jobs $$(nproc)
	python3 Tests/circle-oracle/nights.py $(FAST)/circle-nights 4000
	python3 Tests/circle-oracle/judge.py $(FAST)/circle-nights 100 --jobs $$(nproc)

sync: setup #- plays 10,000 random histories of devices that exchange loadings, and compares 300 with a model written from docs/sync.md; 15 s
	@$(call MAKE_FAST,sync-replay)
	python3 Tests/sync-oracle/run.py $(FAST)/sync-replay --seeds 300
	$(FAST)/sync-replay play 0 10000

signals: setup #- renders ten minutes of every alarm's sound and lamp, measures them and checks that damaged ones are refused
	@$(call MAKE_FAST,measured-signals)
	$(FAST)/measured-signals

speech: $(PROGRAM) python #- has what the box speaks judged by a recogniser and a meter of loudness: a short form of proof-speech, 40 s
	@tools/packages $(SPEECH_PACKAGES)
	.venv/bin/python Tests/speech-proof/run.py $(LAPWING) --short

simulate: setup #- tests the alarms for 1,000 simulated hours; prints the seed of each violation
	@$(call MAKE_FAST,lapwing)
	for scenario in data/simulations/*.yaml; do $(FAST)/lapwing simulate --scenario $$scenario --seeds 40 --hours 5 \
	  --jobs $$(nproc) || exit 1; done

# `make proof-nights` is the long form, with a table.
nights: setup #- plays 132 nights beside a bed, two of each kind, in ten seconds or so
	@$(call MAKE_FAST,simulated-year)
	$(FAST)/simulated-year nights 2 data/simulations/nights/before.tsv data/simulations/nights/*.yaml >.build/nights-short.md || \
	  { cat .build/nights-short.md; exit 1; }

# A year of all scenarios together, beside simpler rules in the same worlds.
HOURS ?= 8760
simulate-year: setup #- writes a part of docs/simulation.md: missed and nuisance alarms in a simulated year, beside simpler rules
	@$(call RELEASE,simulated-year)
	.build/release/simulated-year $(HOURS) data/simulations/*.yaml >.build/year.md || { cat .build/year.md; exit 1; }
	tools/join-simulation docs/simulation.md .build/year.md

FLIGHTS ?= 100
cabin-sounds: build #- writes a part of docs/simulation.md: sounds per hour of flight in FLIGHTS=100 cabins of each of four studies; 2 min
	tools/cabin-sounds dist/lapwing $(FLIGHTS) >.build/cabin-sounds.md
	tools/join-simulation docs/simulation.md .build/cabin-sounds.md
